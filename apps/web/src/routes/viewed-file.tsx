import type { NodeId, NodeView } from '@coffer/contracts';
import { nodeQuery, positionQuery, type Listing } from '../api/nodes.ts';
import { useQuery } from '../api/calls/use-query.ts';
import {
  type FolderRows,
  NodeDialog,
  NodePicture,
  RenameEditor,
  useKindName,
  useNodeActions,
} from '../features/browse/index.ts';
import { useFileActions } from '../features/browse/viewed/index.ts';
import { Preview, type PreviewProps } from '../features/preview/index.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const Comments = lazy(
  async () => ({ default: (await import('../features/comments/index.ts')).Comments }),
  true,
);

interface ViewedFileProps {
  readonly nodeId: NodeId;
  readonly rows: FolderRows;
  readonly listing: Listing;
  readonly onShow: (node: NodeView) => void;
  readonly onClose: () => void;
}

export function ViewedFile(props: ViewedFileProps) {
  const { data: node } = useQuery(nodeQuery(props.nodeId));
  if (node === undefined) return null;
  // Damaged files show their versions instead of a preview.
  if (node.isDamaged === true) return <NodeDialog name="versions" node={node} onClose={props.onClose} />;
  return <Shown {...props} node={node} />;
}

function Shown({
  node,
  nodeId,
  rows,
  listing,
  onShow,
  onClose,
}: ViewedFileProps & { readonly node: NodeView }) {
  const kindName = useKindName();
  const actions = useNodeActions();
  const tools = useFileActions(node);
  const hereFolders = rows.countFolders();
  const asked = useQuery(positionQuery(nodeId, listing), { isEnabled: hereFolders === undefined });
  const folders = hereFolders ?? asked.data?.folders;
  const index = rows.indexOf(nodeId);
  return (
    <Preview
      node={node}
      kind={kindName(node)}
      position={positionAmongFiles({ index, folders, total: rows.total })}
      around={{
        at: (offset) => {
          const other = index === undefined ? undefined : rows.getRow(index + offset);
          return other?.kind === 'file' ? other : undefined;
        },
        show: ({ id }) => {
          const at = rows.indexOf(id);
          const row = at === undefined ? undefined : rows.getRow(at);
          if (row !== undefined) onShow(row);
        },
        renderPicture: (other) => <NodePicture node={other} />,
      }}
      onDownload={() => void actions.downloadFile(nodeId)}
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
        onClose();
        void actions.trash([node]);
      }}
      tools={tools}
      onClose={onClose}
    />
  );
}

interface PlaceInList {
  readonly index: number | undefined;
  readonly folders: number | undefined;
  readonly total: number | undefined;
}

/** Position among the files, from 1. Folders, which always come first, are not counted. */
function positionAmongFiles({ index, folders, total }: PlaceInList): PreviewProps['position'] {
  if (index === undefined || folders === undefined || total === undefined) return undefined;
  return { index: index + 1 - folders, total: total - folders };
}
