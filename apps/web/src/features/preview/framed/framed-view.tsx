import { extensionOf } from '@coffer/contracts';
import { List } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { fetchFileBytes } from '../../../api/file-bytes.ts';
import type { Found } from '../../../lib/find/finder.ts';
import { useMedia } from '../../../lib/hooks/use-media.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Loading } from '../fetching/loading.tsx';
import type { DrawerName, OutlineStep } from '../../../viewer-frame/protocol.ts';
import { FindTools } from '../find/find-tools.tsx';
import { Outline } from '../frame/outline.tsx';
import { PageNumber } from '../pdf/page-number.tsx';
import { useText as usePreviewText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';
import { ZoomBar, type ZoomStep } from '../zoom-bar.tsx';
import { scaleAfter } from '../zoom-scale.ts';
import { type FrameEnd, type FrameHandle, FrameSurface } from './frame-surface.tsx';
import styles from './framed.module.css';
import { type FramedText, useText } from './texts.ts';
import { Unshown } from './unshown.tsx';

export interface FramedKind {
  readonly drawer: DrawerName;
  /** Translated texts that the frame shows. */
  readonly words?: (text: FramedText) => Readonly<Record<string, string>>;
  /** Text shown in the bar. */
  readonly facts?: (text: FramedText, count: number) => string;
  /** `pages` if the places are pages, which adds a field for the page number. */
  readonly places?: 'pages';
}

/** Creates a viewer whose files are drawn by the viewer frame. */
export function framedView(kind: FramedKind): ComponentType<ViewerProps> {
  return (props) => <FramedView {...props} kind={kind} />;
}

function FramedView({ kind, ...props }: ViewerProps & { readonly kind: FramedKind }) {
  const { node, content, failed, onDownload } = props;
  const text = useText();
  const previewText = usePreviewText();
  const [end, setEnd] = useState<FrameEnd>();
  const [place, setPlace] = useState(0);
  const [scale, setScale] = useState(1);
  const [found, setFound] = useState<Found>();
  const handle = useRef<FrameHandle>(null);
  const isWide = useMedia('(min-width: 1200px)');
  const [isOpen, setOpen] = useState<boolean>();
  if (end?.say === 'unreachable') return failed;
  if (end?.say === 'silent') return <Unshown why="silent" onDownload={onDownload} />;
  if (end?.say === 'refused') return <Unshown why={end.why} onDownload={onDownload} />;
  const outline = end?.outline ?? [];
  const hasOutline = outline.length > 1 && (isOpen ?? isWide);
  const go = (next: number): void => {
    setPlace(next);
    handle.current?.ask({ ask: 'go', place: next });
  };
  const handleZoom = (step: ZoomStep): void => {
    const next = scaleAfter(scale, step);
    setScale(next);
    handle.current?.ask({ ask: 'scale', scale: next });
  };
  return (
    <div className={styles['view']} data-waiting={end === undefined || undefined}>
      <div className={styles['bar']}>
        <p className={styles['facts']}>{end === undefined ? '' : kind.facts?.(text, end.count)}</p>
        {end !== undefined && kind.drawer !== 'model' && (
          <FindTools
            found={found}
            target={{
              find: (words) => handle.current?.ask({ ask: 'find', words }),
              step: (by) => handle.current?.ask({ ask: 'step', by }),
              end: () => {
                setFound(undefined);
                handle.current?.ask({ ask: 'end find' });
              },
              print: () => handle.current?.ask({ ask: 'print' }),
            }}
          />
        )}
        {outline.length > 1 && (
          <IconButton
            icon={List}
            label={text('framed.contents')}
            aria-expanded={hasOutline}
            onClick={() => setOpen(!hasOutline)}
          />
        )}
      </div>
      <div className={styles['body']}>
        <div className={styles['drawing']}>
          <FrameSurface
            ref={handle}
            job={{
              drawer: kind.drawer,
              extension: extensionOf(node.name) ?? '',
              words: kind.words?.(text) ?? {},
              load: async (signal) => (await fetchFileBytes(content.url, { signal })).buffer,
            }}
            label={previewText('preview.document', { name: node.name })}
            onEnd={setEnd}
            onNews={(news) => {
              if (news.say === 'at') setPlace(news.place);
              if (news.say === 'found') setFound(news);
            }}
          />
          {end === undefined && (
            <div className={styles['waiting']}>
              <Loading />
            </div>
          )}
          {end !== undefined && (
            <ZoomBar scale={scale} onZoom={handleZoom}>
              {kind.places === 'pages' && end.count > 1 && (
                <PageNumber current={place + 1} total={end.count} onGo={(number) => go(number - 1)} />
              )}
            </ZoomBar>
          )}
        </div>
        {hasOutline && (
          <div className={styles['outline']}>
            <Outline
              label={text('framed.contents')}
              steps={outline.map(stepOf)}
              current={currentStep(outline, place)}
              onStep={(index) => {
                go(outline[index]?.place ?? 0);
                if (!isWide) setOpen(false);
              }}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function stepOf({ text, depth }: OutlineStep, index: number) {
  return { id: String(index), text, depth };
}

/** Index of the last outline step at or before the place. 0 if there is none. */
function currentStep(outline: readonly OutlineStep[], place: number): number {
  return Math.max(
    0,
    outline.findLastIndex((step) => step.place <= place),
  );
}
