import type { NodeId, NodeView } from '@coffer/contracts';
import { nodeQuery } from '../api/nodes.ts';
import { useQuery } from '../api/use-query.ts';
import { type FolderRows, useKindWords, useNodeActions, VersionsDialog } from '../features/browse/index.ts';
import { Preview } from '../features/preview/index.ts';

interface ViewedFileProps {
  readonly nodeId: NodeId;
  /** Its position in the list; unknown when a link led straight to the file. */
  readonly index: number | undefined;
  readonly rows: FolderRows;
  readonly onShow: (node: NodeView, index: number) => void;
  readonly onClose: () => void;
}

/** A file over the list it lies in, with the way to those beside it. */
export function ViewedFile({ nodeId, index: opened, rows, onShow, onClose }: ViewedFileProps) {
  const node = useQuery(nodeQuery(nodeId));
  const kindWords = useKindWords();
  const actions = useNodeActions();
  if (node.data === undefined) return null;
  // What is damaged cannot be shown: what can be done about it is shown instead, whichever way somebody came.
  if (node.data.isDamaged === true) return <VersionsDialog node={node.data} onClose={onClose} />;
  const index = opened !== undefined && rows.getRow(opened)?.id === nodeId ? opened : undefined;
  const step = (by: 1 | -1): (() => void) | undefined => {
    const other = index === undefined ? undefined : rows.getRow(index + by);
    return other === undefined || other.kind !== 'file' || index === undefined
      ? undefined
      : () => onShow(other, index + by);
  };
  return (
    <Preview
      node={node.data}
      kind={kindWords(node.data)}
      position={index === undefined ? undefined : positionAmongFiles(rows, index)}
      onPrevious={step(-1)}
      onNext={step(1)}
      onDownload={() => void actions.downloadFile(nodeId)}
      onClose={onClose}
    />
  );
}

/** From 1, without the folders, which come first in every order. */
function positionAmongFiles({ total, countFolders }: FolderRows, index: number) {
  const folders = countFolders();
  return total === undefined || folders === undefined
    ? undefined
    : { index: index + 1 - folders, total: total - folders };
}
