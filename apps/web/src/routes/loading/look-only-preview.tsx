import type { NodeId, NodeView } from '@coffer/contracts';
import type { ComponentProps } from 'react';
import { fileKindOf, shapeOfKind } from '../../features/browse/index.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const Preview = lazy(async () => ({
  default: await (await import('../../features/preview/index.ts')).loadGuestPreview(),
}));

interface LookOnlyPreviewProps {
  readonly viewing: {
    readonly node: NodeView;
    /** The file at a distance from this one, among the files of the page. */
    readonly at: (offset: number) => NodeView | undefined;
    readonly onShow: (nodeId: NodeId) => void;
    readonly onDownload?: () => void;
    readonly onClose: () => void;
  };
  readonly calls: ComponentProps<typeof Preview>['calls'];
}

/** Previews a read-only file: an earlier version, or a file in the trash. */
export function LookOnlyPreview({ viewing, calls }: LookOnlyPreviewProps) {
  const { node, at, onShow, onDownload, onClose } = viewing;
  return (
    <Suspense fallback={null}>
      <Preview
        node={node}
        around={{
          at,
          show: ({ id }) => onShow(id),
          renderPicture: (other) => <Icon of={shapeOfKind(fileKindOf(other))} />,
        }}
        calls={calls}
        onDownload={onDownload}
        onClose={onClose}
      />
    </Suspense>
  );
}
