import type { NodeId, VersionId } from '@coffer/contracts';
import { type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import { onPosterSent } from '../../../api/thumbnails/posters.ts';
import { ThumbnailStore } from '../../../api/thumbnails/thumbnail-store.ts';
import { askForThumbnails } from '../../../api/thumbnails/thumbnails.ts';
import { classes } from '../../../lib/classes.ts';
import { blurredPicture } from '../../../lib/pictures/blurred-picture.ts';
import { onWipe } from '../../../lib/wipe.ts';
import { LoadedPicture } from '../../../ui/marks/loaded-picture.tsx';
import styles from '../kinds/kind-mark.module.css';
import { ThumbnailSource } from './thumbnail-source.ts';

const ownStore = new ThumbnailStore({ ask: askForThumbnails });
onWipe(() => ownStore.clear());
onPosterSent((versionId) => ownStore.askAgain(versionId));

interface ThumbnailProps {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
  readonly size: 'small' | 'large';
  /** A blurred preview from the row, shown until the thumbnail is loaded. */
  readonly thumbHash: string | undefined;
  /** Shown until a preview or thumbnail is available, and if there is none. */
  readonly fallback: ReactNode;
}

/** Decorative: the name of the file is next to it. */
export function Thumbnail({ nodeId, versionId, size, thumbHash, fallback }: ThumbnailProps) {
  const store = useContext(ThumbnailSource) ?? ownStore;
  const subscribe = useCallback(
    (listener: () => void) => store.watch({ nodeId, versionId }, listener),
    [store, nodeId, versionId],
  );
  const thumbnail = useSyncExternalStore(subscribe, () => store.get(versionId));
  const hash = thumbnail?.thumbHash ?? thumbHash;
  if (thumbnail === null || (thumbnail === undefined && hash === undefined)) return fallback;
  return (
    <LoadedPicture
      key={versionId}
      url={thumbnail?.[size]}
      color={thumbnail?.color}
      blurred={hash === undefined ? undefined : blurredPicture(hash)}
      className={size === 'small' ? classes(styles['mark'], styles['thumbnail']) : undefined}
      onError={() => store.reportLost(versionId)}
    />
  );
}
