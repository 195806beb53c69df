import type { NodeId, VersionId } from '@coffer/contracts';
import { type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import { onPosterSent } from '../../../api/thumbnails/posters.ts';
import { ThumbnailStore } from '../../../api/thumbnails/thumbnail-store.ts';
import { askForThumbnails } from '../../../api/thumbnails/thumbnails.ts';
import { classes } from '../../../lib/classes.ts';
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
  /** Shown until there is a thumbnail, and where there is none. */
  readonly fallback: ReactNode;
}

/** Decorative: the name of the file is next to it. */
export function Thumbnail({ nodeId, versionId, size, fallback }: ThumbnailProps) {
  const store = useContext(ThumbnailSource) ?? ownStore;
  const subscribe = useCallback(
    (listener: () => void) => store.watch({ nodeId, versionId }, listener),
    [store, nodeId, versionId],
  );
  const thumbnail = useSyncExternalStore(subscribe, () => store.get(versionId));
  if (thumbnail === undefined) return fallback;
  return (
    <LoadedPicture
      key={versionId}
      url={thumbnail[size]}
      color={thumbnail.color}
      className={size === 'small' ? classes(styles['mark'], styles['thumbnail']) : undefined}
      onError={() => store.reportLost(versionId)}
    />
  );
}
