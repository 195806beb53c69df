import type { NodeId, NodeView } from '@coffer/contracts';
import { useState } from 'react';
import {
  type DetailsSlot,
  NodeDialog,
  NodeMark,
  NodePicture,
  PanelActions,
  useKindName,
  useNodeActions,
} from '../features/browse/index.ts';
import { DetailsPanel } from '../features/details/index.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const Comments = lazy(
  async () => ({ default: (await import('../features/comments/index.ts')).Comments }),
  true,
);

interface DetailsPlaceProps extends DetailsSlot {
  readonly rootId: NodeId;
  readonly rootName: string | undefined;
  readonly hrefOf: (nodeId: NodeId) => string;
}

export function DetailsPlace(props: DetailsPlaceProps) {
  const kindName = useKindName();
  const { saveReceipt } = useNodeActions();
  const [opened, setOpened] = useState<{ readonly name: 'versions' | 'share'; readonly node: NodeView }>();
  return (
    <>
      <DetailsPanel
        {...props}
        kindOf={kindName}
        renderMark={(node) => <NodeMark node={node} />}
        renderPicture={(node) => <NodePicture node={node} />}
        renderComments={(node) => (
          <Suspense fallback={null}>
            <Comments key={node.id} nodeId={node.id} />
          </Suspense>
        )}
        renderActions={(on) => (
          <Suspense fallback={null}>
            <PanelActions {...props} {...on} />
          </Suspense>
        )}
        onVersions={(node) => setOpened({ name: 'versions', node })}
        onAsk={(node) => setOpened({ name: 'share', node })}
        onReceipt={(node) => void saveReceipt(node)}
      />
      {opened !== undefined && (
        <Suspense fallback={null}>
          <NodeDialog {...opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
