import type { NodeId, NodeView } from '@coffer/contracts';
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
  const node = files[index];
  return (
    node !== undefined && (
      <Shown node={node} files={files} index={index} findWords={findWords} addressOf={addressOf} />
    )
  );
}

interface ShownProps extends Pick<ViewedHitProps, 'addressOf'> {
  readonly findWords: string | undefined;
  readonly node: NodeView;
  readonly files: readonly NodeView[];
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
        at: (offset) => files[index + offset],
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
