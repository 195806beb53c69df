import type { NodeId } from '@coffer/contracts';
import { nodeQuery } from '../../../api/nodes.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { classes } from '../../../lib/classes.ts';
import cell from '../../../ui/listing/named-cell.module.css';
import { Link } from '../../../ui/controls/link.tsx';
import type { Transfer } from '../model/machine.ts';
import styles from './page.module.css';
import { useText } from './texts.ts';

interface TargetFolderProps {
  readonly transfer: Transfer;
  readonly targetId: NodeId;
}

/** The folder that a file is uploaded to: the target, and the folders uploaded with the file. */
export function TargetFolder({ transfer, targetId }: TargetFolderProps) {
  const text = useText();
  const { data: folder } = useQuery(nodeQuery(targetId));
  const { data: spaces } = useQuery(spacesQuery());
  const below = transfer.path.slice(0, -1);
  if (folder === undefined) return <bdi className={cell['quiet']}>{below.join(' / ')}</bdi>;
  const root = spaces?.items.find(({ rootId }) => rootId === targetId);
  const name = root === undefined ? folder.name : root.kind === 'personal' ? text('queue.files') : root.name;
  const place = [name, ...below].join(' / ');
  return (
    <Link
      href={`/s/${folder.spaceId}/${transfer.node?.parentId ?? targetId}`}
      className={classes(cell['quiet'], styles['folder'])}
      title={place}
      tabIndex={-1}
    >
      <bdi>{place}</bdi>
    </Link>
  );
}
