import type { NodeId, VersionId } from '@coffer/contracts';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { onPosterSent } from '../../../api/thumbnails/posters.ts';
import { askForThumbnails } from '../../../api/thumbnails/thumbnails.ts';
import { onWipe } from '../../../lib/wipe.ts';
import { ImageSlots } from './image-slots.ts';
import { type ReadyThumbnail, ThumbnailStore } from './thumbnail-store.ts';
import styles from '../kind-mark.module.css';

const IMAGES_AT_ONCE = 8;

const GROUND = 'color-mix(in oklab, var(--text) 4%, transparent)';
const IMAGE: CSSProperties = { display: 'block', inlineSize: '100%', blockSize: '100%', objectFit: 'cover' };

const store = new ThumbnailStore({ ask: askForThumbnails });
const slots = new ImageSlots(IMAGES_AT_ONCE);
onWipe(() => store.clear());
onPosterSent((versionId) => store.askAgain(versionId));

interface ThumbnailProps {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
  readonly size: 'small' | 'large';
  /** Shown until there is a thumbnail, and where there is none. */
  readonly fallback: ReactNode;
}

/** Decorative: the name of the file is beside it. */
export function Thumbnail({ nodeId, versionId, size, fallback }: ThumbnailProps) {
  const subscribe = useCallback(
    (listener: () => void) => store.watch({ nodeId, versionId }, listener),
    [nodeId, versionId],
  );
  const thumbnail = useSyncExternalStore(subscribe, () => store.get(versionId));
  if (thumbnail === undefined) return fallback;
  return (
    <ThumbnailImage
      key={versionId}
      thumbnail={thumbnail}
      size={size}
      onError={() => store.reportLost(versionId)}
    />
  );
}

interface ThumbnailImageProps {
  readonly thumbnail: ReadyThumbnail;
  readonly size: 'small' | 'large';
  readonly onError: () => void;
}

function ThumbnailImage({ thumbnail, size, onError }: ThumbnailImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const release = useRef<() => void>(undefined);
  const [isLoaded, setIsLoaded] = useState(false);
  // A new address of the same picture is not worth loading it again.
  const [url] = useState(thumbnail[size]);
  useEffect(() => {
    const element = image.current;
    release.current = slots.acquire(() => {
      if (element !== null) element.src = url;
    });
    return () => {
      release.current?.();
      // Cancels a request that is still running.
      element?.removeAttribute('src');
    };
  }, [url]);
  return (
    <span
      className={size === 'small' ? `${styles['mark']} ${styles['picture']}` : undefined}
      style={{
        overflow: 'hidden',
        background: isLoaded ? GROUND : thumbnail.color,
      }}
    >
      <img
        ref={image}
        alt=""
        decoding="async"
        draggable={false}
        data-loaded={isLoaded || undefined}
        style={{ ...IMAGE, opacity: isLoaded ? 1 : 0, transition: 'opacity var(--fast) var(--ease)' }}
        onLoad={() => {
          release.current?.();
          setIsLoaded(true);
        }}
        onError={() => {
          release.current?.();
          onError();
        }}
      />
    </span>
  );
}
