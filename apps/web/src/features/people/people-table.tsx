import type { PeopleSort } from '@coffer/contracts';
import { CircleCheck, Ellipsis } from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SortedHead } from '../../ui/listing/sorted-head.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { isInvitation, isPerson, keyOf, type Listed, nameOf } from './listed-person.ts';
import type { PeopleAddress } from './people-address.ts';
import styles from './people.module.css';
import { entriesFor, type PersonAction, toAction } from './person-menu.ts';
import { useText } from './texts.ts';

const COLUMNS = ['name', 'role', 'status', 'used', 'seen'] as const satisfies readonly PeopleSort[];

interface PeopleTableProps {
  readonly items: readonly Listed[];
  readonly now: Date;
  readonly selfId: string;
  readonly mayInvite: boolean;
  readonly mayManagePool: boolean;
  readonly address: PeopleAddress;
  readonly onSort: (sort: PeopleSort, order: 'asc' | 'desc') => void;
  readonly onAction: (action: PersonAction, item: Listed) => void;
}

export function PeopleTable(props: PeopleTableProps) {
  const { items, address, onSort } = props;
  const text = useText();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{text('people.title')}</caption>
      <SortedHead
        columns={COLUMNS.map((id) => ({ id, label: text(`people.column.${id}`), className: styles[id] }))}
        sort={address.sort}
        order={address.order}
        onSort={onSort}
        actions={{ label: text('people.column.actions'), className: styles['actions'] }}
      />
      <tbody>
        {items.map((item) => (
          <PersonRow key={keyOf(item)} {...props} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow(props: PeopleTableProps & { readonly item: Listed }) {
  const { item, now, selfId, mayInvite, mayManagePool, onAction } = props;
  const text = useText();
  const { size, friendlyDate, dateTime } = useFormats();
  const name = nameOf(item);
  const isSelf = isPerson(item) && item.id === selfId;
  const lastSeenAt = isPerson(item) ? item.lastSeenAt : null;
  const entries = entriesFor(text, item, { isSelf, mayInvite, mayManagePool });
  return (
    <tr className={item.status === 'active' ? undefined : styles['quiet']}>
      <th scope="row" className={styles['name']}>
        <div className={styles['person']}>
          <Avatar name={name} picture={isPerson(item) ? item.picture : undefined} size="small" />
          <div className={styles['who']}>
            <span className={styles['called']}>
              <bdi>{name}</bdi>
              {isSelf && <span className={styles['muted']}> {text('people.you')}</span>}
            </span>
            {item.email !== name && item.email !== '' && (
              <span className={styles['muted']}>
                <bdi>{item.email}</bdi>
              </span>
            )}
            <span className={styles['brief']}>
              {item.role !== 'member' && <Role role={item.role} />}
              {item.status !== 'active' && <Status item={item} now={now} />}
            </span>
          </div>
        </div>
      </th>
      <td className={styles['role']}>
        <Role role={item.role} />
      </td>
      <td className={styles['status']}>
        <Status item={item} now={now} />
        {isPerson(item) && item.isAccountLeft && mayManagePool && (
          <div className={styles['again']}>
            <Button onClick={() => onAction('deleteAgain', item)}>{text('people.left.again')}</Button>
          </div>
        )}
      </td>
      <td className={styles['used']}>
        {isPerson(item) && item.quotaBytes > 0
          ? text('people.used', { used: size(item.usedBytes), total: size(item.quotaBytes) })
          : text('people.nothing')}
      </td>
      <td className={styles['seen']}>
        {lastSeenAt === null ? (
          text('people.never')
        ) : (
          <time dateTime={lastSeenAt} title={dateTime(lastSeenAt)}>
            {friendlyDate(lastSeenAt, now)}
          </time>
        )}
      </td>
      <td className={styles['actions']}>
        {entries.length > 0 && (
          <MenuButton
            icon={Ellipsis}
            label={text('people.actions', { name })}
            entries={entries}
            onAction={(id) => {
              const action = toAction(id);
              if (action !== undefined) onAction(action, item);
            }}
          />
        )}
      </td>
    </tr>
  );
}

function Role({ role }: { readonly role: Listed['role'] }) {
  const text = useText();
  if (role === 'member') return <span className={styles['muted']}>{text('people.role.member')}</span>;
  return <span className={classes(styles['chip'], styles[role])}>{text(`people.role.${role}`)}</span>;
}

function Status({ item, now }: { readonly item: Listed; readonly now: Date }) {
  const text = useText();
  const { date } = useFormats();
  if (item.status === 'active') {
    return (
      <span className={styles['active']}>
        <Icon of={CircleCheck} size={16} />
        {text('people.status.active')}
      </span>
    );
  }
  if (isInvitation(item)) {
    const isOver = new Date(item.expiresAt) <= now;
    const when = { date: date(item.expiresAt) };
    return (
      <span
        className={classes(styles['chip'], isOver ? styles['expired'] : styles['invited'])}
        title={text(isOver ? 'people.invited.over' : 'people.invited.until', when)}
      >
        {text(isOver ? 'people.status.expired' : 'people.status.invited')}
      </span>
    );
  }
  return (
    <>
      <span className={styles['chip']}>{text(`people.status.${item.status}`)}</span>
      {item.filesUntil !== null && (
        <span className={styles['kept']}>
          {item.isOnHold
            ? text('people.status.held')
            : text('people.status.kept', { date: date(item.filesUntil) })}
        </span>
      )}
      {item.isAccountLeft && <span className={styles['kept']}>{text('people.status.accountLeft')}</span>}
    </>
  );
}
