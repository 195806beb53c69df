import { type GuestNode, mayHaveThumbnail } from '@coffer/contracts';
import { prefersLessData } from '../../lib/prefers-less-data.ts';
import { lazyPicture } from '../../ui/marks/lazy-picture.ts';
import { GuestMark, type MarkedFile } from './guest-mark.tsx';
import { Suspense } from '../../ui/loading/lazy.tsx';

/** If this code cannot be loaded, files keep the icon of their kind. */
const GuestThumbnail = lazyPicture(async () => (await import('./guest-thumbnail.tsx')).GuestThumbnail);

interface GuestPictureProps {
  readonly token: string;
  readonly node: MarkedFile & Pick<GuestNode, 'id' | 'isDamaged' | 'picture' | 'sizeBytes' | 'versionId'>;
  readonly size: 'small' | 'large';
}

/** A thumbnail, or the icon of the file's kind. Decorative. */
export function GuestPicture({ token, node, size }: GuestPictureProps) {
  const mark = <GuestMark node={node} size={size === 'small' ? 20 : 48} />;
  const { versionId, mediaType, sizeBytes, isDamaged } = node;
  const isDrawn = mayHaveThumbnail(mediaType ?? '') && sizeBytes !== 0 && isDamaged !== true;
  if (versionId === null || !isDrawn || prefersLessData()) return mark;
  return (
    <Suspense fallback={mark}>
      <GuestThumbnail token={token} node={node} versionId={versionId} size={size} fallback={mark} />
    </Suspense>
  );
}
