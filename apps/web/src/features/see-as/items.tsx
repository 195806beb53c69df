import type { NodeId, NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Link } from '../../ui/controls/link.tsx';
import table from '../../ui/listing/item-table.module.css';
import styles from './see-as.module.css';
import { useText } from './texts.ts';

interface ItemsProps {
  readonly items: readonly NodeView[];
  readonly hrefOf: (id: NodeId) => string;
  readonly renderMark: (node: NodeView) => ReactNode;
  /** Names of the folders above a search result. */
  readonly pathOf?: (node: NodeView) => readonly string[];
}

/** Lists items. Folders can be opened but files cannot, because viewing as somebody must not reveal their files. */
export function Items({ items, hrefOf, renderMark, pathOf }: ItemsProps) {
  const text = useText();
  const { size, friendlyDate } = useFormats();
  const today = useToday();
  return (
    <table className={classes(table['table'], styles['table'])} aria-label={text('seeAs.items')}>
      <thead>
        <tr>
          <th scope="col">{text('seeAs.name')}</th>
          <th scope="col">{text('seeAs.modified')}</th>
          <th scope="col">{text('seeAs.size')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((node) => (
          <tr key={node.id}>
            <td>
              {node.kind === 'folder' ? (
                <Link href={hrefOf(node.id)} className={table['name']}>
                  {renderMark(node)}
                  <bdi>{node.name}</bdi>
                </Link>
              ) : (
                <span className={table['name']}>
                  {renderMark(node)}
                  <bdi>{node.name}</bdi>
                </span>
              )}
              {pathOf !== undefined && pathOf(node).length > 0 && (
                <span className={styles['place']}>
                  <bdi>{pathOf(node).join(' / ')}</bdi>
                </span>
              )}
            </td>
            <td>{friendlyDate(node.modifiedAt, today)}</td>
            <td>{node.sizeBytes === null ? text('seeAs.none') : size(node.sizeBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
