import { type GuestNode, LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react';
import { askForGuestThumbnails } from '../../api/links/guest-link.ts';
import { ThumbnailStore } from '../../api/thumbnails/thumbnail-store.ts';
import { useIsNear } from '../../lib/hooks/use-is-near.ts';
import { blurredPicture } from '../../lib/pictures/blurred-picture.ts';
import { LoadedPicture } from '../../ui/marks/loaded-picture.tsx';
import styles from './guest-items.module.css';

const FRESH_MS = LIMITS.linkUrlLifeMs - 10 * SECOND_MS;

const stores = new Map<string, ThumbnailStore>();

function storeOf(token: string): ThumbnailStore {
  const known = stores.get(token);
  if (known !== undefined) return known;
  const made = new ThumbnailStore({
    ask: async (files) => await askForGuestThumbnails(token, files),
    freshMs: FRESH_MS,
  });
  stores.set(token, made);
  return made;
}

interface GuestThumbnailProps {
  readonly token: string;
  readonly node: Pick<GuestNode, 'id' | 'picture'>;
  readonly versionId: NonNullable<GuestNode['versionId']>;
  readonly size: 'small' | 'large';
  readonly fallback: ReactNode;
}

/** Decorative. Loaded shortly before it is visible, because its URL is valid for only a minute. */
export function GuestThumbnail({ fallback, ...file }: GuestThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(place);
  return (
    <span ref={place} className={styles['thumbnail']}>
      {isNear ? <Near {...file} fallback={fallback} /> : fallback}
    </span>
  );
}

function Near({ token, node: { id: nodeId, picture }, versionId, size, fallback }: GuestThumbnailProps) {
  const store = storeOf(token);
  const subscribe = useCallback(
    (listener: () => void) => store.watch({ nodeId, versionId }, listener),
    [store, nodeId, versionId],
  );
  const thumbnail = useSyncExternalStore(subscribe, () => store.get(versionId));
  const hash = thumbnail?.thumbHash ?? picture?.thumbHash;
  if (thumbnail === null || (thumbnail === undefined && hash === undefined)) return fallback;
  return (
    <LoadedPicture
      key={versionId}
      url={thumbnail?.[size]}
      color={thumbnail?.color}
      blurred={hash === undefined ? undefined : blurredPicture(hash)}
      className={styles['picture']}
      onError={() => store.reportLost(versionId)}
    />
  );
}
