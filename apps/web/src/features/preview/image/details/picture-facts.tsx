import type { NodeView, OperationResponse } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import { contentQuery } from '../../../../api/nodes.ts';
import { useQuery } from '../../../../api/calls/use-query.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { Icon } from '../../../../ui/marks/icon.tsx';
import { useFreshUrl } from '../../fetching/use-fresh-url.ts';
import { useLateUrl } from '../../fetching/use-late-url.ts';
import { useFileTask } from '../../frame/use-task.ts';
import workerUrl from './exif.worker.ts?worker&url';
import styles from './details.module.css';
import { formatExposure, type Photo } from './photo.ts';
import { useText } from './texts.ts';

const LIMIT_MS = 10 * SECOND_MS;
/** Metadata are at the start of the file, and include a thumbnail of up to 64 KiB. */
const METADATA_BYTES_MAX = 512 * 1024;

export function PictureFacts({ node }: { readonly node: NodeView }) {
  const content = useQuery(contentQuery(node));
  const { data, readAt } = content;
  return data === undefined ? null : <LateFacts key={data.url} node={node} content={data} readAt={readAt} />;
}

interface LateFactsProps {
  readonly node: NodeView;
  readonly content: OperationResponse<'getContent'>;
  readonly readAt: number;
}

/** The details may be opened long after the picture. */
function LateFacts({ node, content, readAt }: LateFactsProps) {
  const late = useLateUrl(useFreshUrl({ node, content, readAt }));
  if (late === undefined) return null;
  return <Facts url={late === 'failed' ? content.url : late.url} shownUrl={content.url} />;
}

interface FactsProps {
  readonly url: string;
  /** The URL of the picture on the page, which is not downloaded again. */
  readonly shownUrl: string;
}

function Facts({ url, shownUrl }: FactsProps) {
  const text = useText();
  const { number, dateTime } = useFormats();
  const pixels = usePixels(shownUrl);
  const read = useFileTask<Photo>({
    workerUrl,
    name: 'exif',
    limitMs: LIMIT_MS,
    url,
    bytesMax: METADATA_BYTES_MAX,
  });
  const photo = typeof read === 'object' ? read : {};
  const { takenAt, camera, lens, place } = photo;
  const facts = [
    takenAt !== undefined && (['taken', dateTime(takenAt)] as const),
    pixels !== undefined &&
      ([
        'dimensions',
        text('picture.pixels', { width: number(pixels.width), height: number(pixels.height) }),
      ] as const),
    camera !== undefined && (['camera', camera] as const),
    lens !== undefined && (['lens', lens] as const),
  ].filter((fact) => fact !== false);
  return (
    <div className={styles['picture']}>
      {facts.length > 0 && (
        <dl className={styles['facts']}>
          {facts.map(([id, words]) => (
            <div key={id} className={styles['fact']}>
              <dt>{text(`picture.${id}`)}</dt>
              <dd dir="auto">{words}</dd>
            </div>
          ))}
        </dl>
      )}
      <Settings photo={photo} />
      {place !== undefined && <Place {...place} />}
    </div>
  );
}

function Settings({ photo }: { readonly photo: Photo }) {
  const text = useText();
  const { number } = useFormats();
  const { aperture, exposureSeconds, iso, focalMillimeters } = photo;
  const settings = [
    aperture !== undefined && (['aperture', `ƒ/${number(aperture)}`] as const),
    exposureSeconds !== undefined && (['second', formatExposure(exposureSeconds, number)] as const),
    iso !== undefined && (['iso', number(iso)] as const),
    focalMillimeters !== undefined && (['millimeters', number(Math.round(focalMillimeters))] as const),
  ].filter((setting) => setting !== false);
  if (settings.length === 0) return null;
  return (
    <dl aria-label={text('picture.settings')} className={styles['settings']}>
      {settings.map(([id, words]) => (
        <div key={id}>
          <dt>{text(`picture.${id}`)}</dt>
          <dd dir="ltr">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to a map instead of showing one, because loading it would tell its server who views the picture. */
function Place({ latitude, longitude }: NonNullable<Photo['place']>) {
  const text = useText();
  const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)];
  return (
    <div className={styles['place']}>
      <Icon of={MapPin} size={20} />
      <div>
        <strong>{text('picture.place')}</strong>
        <p dir="ltr">{`${north}, ${east}`}</p>
        <p className={styles['note']}>{text('picture.mapNote')}</p>
        <a
          href={`https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=15/${north}/${east}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text('picture.map')}
        </a>
      </div>
    </div>
  );
}

function usePixels(url: string): { readonly width: number; readonly height: number } | undefined {
  const [pixels, setPixels] = useState<{ readonly width: number; readonly height: number }>();
  useEffect(() => {
    const image = new Image();
    image.onload = () => setPixels({ width: image.naturalWidth, height: image.naturalHeight });
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return pixels;
}
