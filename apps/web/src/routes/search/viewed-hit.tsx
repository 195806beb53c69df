import type { NodeId, NodeView } from '@coffer/contracts';
import { Suspense } from 'react';
import { NodePicture, RenameEditor, useKindWords, useNodeActions } from '../../features/browse/index.ts';
import { Preview } from '../../features/preview/index.ts';
import { closeOverList, stepOverList } from '../preview-history.ts';

interface ViewedHitProps {
  /** Of the list, with folders. Next and previous go through its files. */
  readonly nodes: readonly NodeView[];
  readonly viewedId: NodeId;
  /** The address of the list, with a file over it or without. */
  readonly addressOf: (nodeId: NodeId | undefined) => string;
}

export function ViewedHit({ nodes, viewedId, addressOf }: ViewedHitProps) {
  const kindWords = useKindWords();
  const actions = useNodeActions();
  const files = nodes.filter(({ kind }) => kind === 'file');
  const index = files.findIndex(({ id }) => id === viewedId);
  const node = files[index];
  if (node === undefined) return null;
  const handleClose = (): void => closeOverList(addressOf(undefined));
  return (
    <Preview
      node={node}
      kind={kindWords(node)}
      around={{
        at: (offset) => files[index + offset],
        show: (other) => stepOverList(addressOf(other.id)),
        renderPicture: (other) => <NodePicture node={other} />,
      }}
      onDownload={() => void actions.downloadFile(node.id)}
      renderRename={(onDone) => (
        <Suspense fallback={null}>
          <RenameEditor node={node} onRename={(name) => actions.rename(node, name)} onClose={onDone} />
        </Suspense>
      )}
      onTrash={() => {
        handleClose();
        void actions.trash([node]);
      }}
      onClose={handleClose}
    />
  );
}
