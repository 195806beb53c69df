import type { NodeId, NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { nodeQuery } from '../../api/nodes.ts';
import { NodePicture, RenameEditor, useKindName, useNodeActions } from '../../features/browse/index.ts';
import { useFileActions } from '../../features/browse/viewed/index.ts';
import { Preview } from '../../features/preview/index.ts';
import { closeOverList, stepOverList } from '../preview-history.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const Comments = lazy(
  async () => ({ default: (await import('../../features/comments/index.ts')).Comments }),
  true,
);

interface ViewedHitProps {
  /** The items of the list, including folders. Next and previous go through its files only. */
  readonly nodes: readonly NodeView[];
  readonly viewedId: NodeId;
  /** The words that the viewer finds when it opens. */
  readonly findWords?: string;
  /** Returns the URL of the list, with a file over it if an id is given. */
  readonly addressOf: (nodeId: NodeId | undefined) => string;
}

export function ViewedHit({ nodes, viewedId, findWords, addressOf }: ViewedHitProps) {
  const files = nodes.filter(({ kind }) => kind === 'file');
  const index = files.findIndex(({ id }) => id === viewedId);
  const node = useViewed(viewedId, files[index]);
  return (
    node !== undefined && (
      <Shown node={node} files={files} index={index} findWords={findWords} addressOf={addressOf} />
    )
  );
}

/** The open file. It stays open if it is no hit any more, such as after a rename. */
function useViewed(viewedId: NodeId, hit: NodeView | undefined): NodeView | undefined {
  const { data, failure } = useQuery(nodeQuery(viewedId), { isEnabled: hit === undefined });
  const [last, setLast] = useState(hit);
  if (hit !== undefined && hit !== last) setLast(hit);
  if (hit !== undefined) return hit;
  if (failure !== undefined && apiErrorOf(failure.cause).code === 'node_not_found') return undefined;
  const known = data ?? last;
  return known?.id === viewedId && known.kind === 'file' ? known : undefined;
}

interface ShownProps extends Pick<ViewedHitProps, 'addressOf'> {
  readonly findWords: string | undefined;
  readonly node: NodeView;
  readonly files: readonly NodeView[];
  /** Negative if the file is not in the list. */
  readonly index: number;
}

function Shown({ node, files, index, findWords, addressOf }: ShownProps) {
  const kindName = useKindName();
  const actions = useNodeActions();
  const tools = useFileActions(node);
  const handleClose = (): void => closeOverList(addressOf(undefined));
  return (
    <Preview
      node={node}
      kind={kindName(node)}
      around={{
        at: (offset) => (index < 0 ? undefined : files[index + offset]),
        show: (other) => stepOverList(addressOf(other.id)),
        renderPicture: (other) => <NodePicture node={other} />,
      }}
      findWords={findWords}
      onDownload={() => void actions.downloadFile(node.id)}
      renderRename={(onDone) => (
        <Suspense fallback={null}>
          <RenameEditor node={node} onRename={(name) => actions.rename(node, name)} onClose={onDone} />
        </Suspense>
      )}
      comments={
        <Suspense fallback={null}>
          <Comments key={node.id} nodeId={node.id} />
        </Suspense>
      }
      onTrash={() => {
        handleClose();
        void actions.trash([node]);
      }}
      tools={tools}
      onClose={handleClose}
    />
  );
}
