import type { Notification, Person } from '@coffer/contracts';
import { BellOff } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { notificationPagesQuery } from '../../../api/notifications/notification-pages.ts';
import { readNotifications } from '../../../api/notifications/notifications.ts';
import { usePages } from '../../../api/calls/use-pages.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Panel } from '../../../ui/overlays/index.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { NotificationRow } from './notification-row.tsx';
import styles from './panel.module.css';
import { useText } from './texts.ts';

interface NotificationsPanelProps {
  readonly person: Pick<Person, 'id' | 'role'>;
  readonly triggerRef: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** Items that were new when the panel opened stay marked until it closes. */
export function NotificationsPanel({ person, triggerRef, onClose }: NotificationsPanelProps) {
  const text = useText();
  const cache = useQueryCache();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { first, items, error, isWaiting, showMore, retry } = usePages(notificationPagesQuery(cache));
  const [newest] = items;
  const unread = items.filter(({ id, isRead }) => !isRead && !fresh.has(id));
  if (unread.length > 0) setFresh(new Set([...fresh, ...unread.map(({ id }) => id)]));
  const unreadId = newest?.isRead === false ? newest.id : undefined;
  useEffect(() => {
    if (unreadId !== undefined) void Promise.allSettled([readNotifications(cache, unreadId)]);
  }, [cache, unreadId]);
  const handleOpen = (address: string): void => {
    onClose();
    navigate(address);
  };
  return (
    <Panel title={text('notifications.heading')} triggerRef={triggerRef} onClose={onClose}>
      <Items person={person} items={items} fresh={fresh} onOpen={handleOpen} />
      {isWaiting && <Spinner label={text('notifications.waiting')} />}
      {error !== undefined && (
        <div className={styles['failed']}>
          <p>{text('notifications.failed')}</p>
          <Button onClick={retry}>{text('notifications.retry')}</Button>
        </div>
      )}
      {items.length === 0 && first !== undefined && showMore === undefined && !isWaiting && (
        <EmptyState icon={BellOff} title={text('notifications.none')} text={text('notifications.noneText')} />
      )}
      {showMore !== undefined && <Button onClick={showMore}>{text('notifications.more')}</Button>}
      <a
        href="/settings/notifications"
        className={styles['settings']}
        onClick={(event) => {
          event.preventDefault();
          handleOpen('/settings/notifications');
        }}
      >
        {text('notifications.settings')}
      </a>
    </Panel>
  );
}

interface ItemsProps {
  readonly person: Pick<Person, 'id' | 'role'>;
  readonly items: readonly Notification[];
  readonly fresh: ReadonlySet<string>;
  readonly onOpen: (address: string) => void;
}

function Items({ person, items, fresh, onOpen }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <NotificationRow
          key={item.id}
          person={person}
          item={item}
          isNew={fresh.has(item.id)}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}
