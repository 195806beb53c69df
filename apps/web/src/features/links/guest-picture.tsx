import { type GuestNode, mayHaveThumbnail } from '@coffer/contracts';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { GuestMark, type MarkedFile } from './guest-mark.tsx';
import type { GuestThumbnailProps } from './guest-thumbnail.tsx';

/** Where the code cannot be loaded, files keep the mark of their kind. */
const GuestThumbnail = lazy(async (): Promise<{ default: ComponentType<GuestThumbnailProps> }> => {
  try {
    return { default: (await import('./guest-thumbnail.tsx')).GuestThumbnail };
  } catch {
    return { default: FallbackOnly };
  }
});

function FallbackOnly({ fallback }: { readonly fallback: ReactNode }) {
  return fallback;
}

const LESS_DATA = '(prefers-reduced-data: reduce)';

interface GuestPictureProps {
  readonly token: string;
  readonly node: MarkedFile & Pick<GuestNode, 'id' | 'isDamaged' | 'sizeBytes' | 'versionId'>;
  readonly size: 'small' | 'large';
}

/** Decorative. A thumbnail, or the mark of the kind. */
export function GuestPicture({ token, node, size }: GuestPictureProps) {
  const mark = <GuestMark node={node} size={size === 'small' ? 20 : 48} />;
  const { versionId, mediaType, sizeBytes, isDamaged } = node;
  const isDrawn = mayHaveThumbnail(mediaType ?? '') && sizeBytes !== 0 && isDamaged !== true;
  if (versionId === null || !isDrawn || matchMedia(LESS_DATA).matches) return mark;
  return (
    <Suspense fallback={mark}>
      <GuestThumbnail token={token} node={node} versionId={versionId} size={size} fallback={mark} />
    </Suspense>
  );
}
