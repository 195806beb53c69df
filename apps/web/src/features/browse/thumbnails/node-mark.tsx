import { mayHaveThumbnail, type NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { prefersLessData } from '../../../lib/prefers-less-data.ts';
import { lazyPicture } from '../../../ui/marks/lazy-picture.ts';
import { type FileKind, fileKindOf } from '../kinds/file-kind.ts';
import { KindMark, KindPicture } from '../kinds/kind-mark.tsx';
import { Suspense } from '../../../ui/loading/lazy.tsx';

/** If the code cannot be loaded, files keep the mark of their kind. */
const Thumbnail = lazyPicture(async () => (await import('./thumbnail.tsx')).Thumbnail);

const TextPicture = lazyPicture(async () => (await import('./text-picture.tsx')).TextPicture);

interface NodeProps {
  readonly node: Pick<
    NodeView,
    'id' | 'isDamaged' | 'kind' | 'mediaType' | 'name' | 'picture' | 'sizeBytes' | 'versionId'
  >;
}

/** Decorative. A thumbnail, or the mark of the kind. Rows of a compact list are too small for thumbnails. */
export function NodeMark({ node }: NodeProps) {
  const { density } = usePreferences();
  const mark = <KindMark kind={fileKindOf(node)} />;
  if (density === 'compact') return mark;
  return <WithThumbnail node={node} size="small" fallback={mark} />;
}

/** Decorative. Fills its box. */
export function NodePicture({ node }: NodeProps) {
  const kind = fileKindOf(node);
  const picture = <KindPicture kind={kind} />;
  const { versionId } = node;
  if (versionId === null || !isWritten(node, kind)) {
    return <WithThumbnail node={node} size="large" fallback={picture} />;
  }
  return (
    <Suspense fallback={picture}>
      <TextPicture node={{ ...node, versionId }} kind={kind} fallback={picture} />
    </Suspense>
  );
}

interface WithThumbnailProps extends NodeProps {
  readonly size: 'small' | 'large';
  readonly fallback: ReactNode;
}

function WithThumbnail({ node, ...rest }: WithThumbnailProps) {
  const { id, versionId, picture } = node;
  if (versionId === null || !isDrawn(node)) return rest.fallback;
  return (
    <Suspense fallback={rest.fallback}>
      <Thumbnail nodeId={id} versionId={versionId} thumbHash={picture?.thumbHash} {...rest} />
    </Suspense>
  );
}

function isDrawn(node: NodeProps['node']): boolean {
  return mayHaveThumbnail(node.mediaType ?? '') && isWorthReading(node);
}

function isWritten(node: NodeProps['node'], kind: FileKind): boolean {
  const isText = kind === 'text' || kind === 'code' || node.mediaType === 'text/csv';
  return isText && isWorthReading(node);
}

function isWorthReading({ sizeBytes, isDamaged }: NodeProps['node']): boolean {
  return sizeBytes !== 0 && isDamaged !== true && !prefersLessData();
}
