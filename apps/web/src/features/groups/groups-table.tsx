import type { AdminGroup } from '@coffer/contracts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useFormats } from '../../lib/language/format.ts';
import { GroupMark } from '../../ui/marks/group-mark.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { GROUP_SORTS, type GroupsAddress, hrefOf } from './groups-address.ts';
import styles from './groups.module.css';
import { formatReach } from './format-reach.ts';
import { useText } from './texts.ts';

const COLUMNS = ['name', 'people', 'reach', 'created'] as const;

interface GroupsTableProps {
  readonly items: readonly AdminGroup[];
  readonly address: GroupsAddress;
  readonly onSort: (sort: GroupsAddress['sort'], order: GroupsAddress['order']) => void;
}

export function GroupsTable({ items, address, onSort }: GroupsTableProps) {
  const text = useText();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{text('groups.title')}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => {
            const sort = GROUP_SORTS.find((each) => each === column);
            const isSorted = address.sort === column;
            const isDescending = isSorted && address.order === 'desc';
            const label = text(`groups.column.${column}`);
            return (
              <th
                key={column}
                scope="col"
                className={styles[column]}
                aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
              >
                {sort === undefined ? (
                  <span className={styles['plain']}>{label}</span>
                ) : (
                  <button
                    type="button"
                    className={styles['sort']}
                    onClick={() => onSort(sort, isSorted && !isDescending ? 'desc' : 'asc')}
                  >
                    {label}
                    {isSorted && <Icon of={isDescending ? ArrowDown : ArrowUp} size={16} />}
                  </button>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {items.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </tbody>
    </table>
  );
}

function GroupRow({ group }: { readonly group: AdminGroup }) {
  const text = useText();
  const { date, number } = useFormats();
  const reach = formatReach(text, group);
  return (
    <tr>
      <th scope="row" className={styles['name']}>
        <span className={styles['group']}>
          <GroupMark />
          <span className={styles['who']}>
            <Link href={hrefOf(group.id)} className={styles['called']}>
              <bdi dir="auto">{group.name}</bdi>
            </Link>
            {group.source === 'pool' && <span className={styles['muted']}>{text('groups.fromPool')}</span>}
            <span className={styles['brief']}>
              {text('groups.people', { count: group.people })} · {reach}
            </span>
          </span>
        </span>
      </th>
      <td className={styles['people']}>{number(group.people)}</td>
      <td className={styles['reach']}>{reach}</td>
      <td className={styles['created']}>
        <time dateTime={group.createdAt}>{date(group.createdAt)}</time>
      </td>
    </tr>
  );
}
