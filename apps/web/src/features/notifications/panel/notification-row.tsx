import type { Notification, Person } from '@coffer/contracts';
import { Bell, HardDrive, Inbox, SquareTerminal, Webhook } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Icon, type IconShape } from '../../../ui/marks/icon.tsx';
import styles from './panel.module.css';
import { RequestAnswer, RequestOutcome } from './request-answer.tsx';
import { type NotificationsText, useText } from './texts.ts';

const ICONS: Partial<Record<Notification['subject']['kind'], IconShape>> = {
  handed_in: Inbox,
  quota: HardDrive,
  token_created: SquareTerminal,
  webhook_paused: Webhook,
};

interface NotificationRowProps {
  readonly person: Pick<Person, 'id' | 'role'>;
  readonly item: Notification;
  readonly isNew: boolean;
  readonly onOpen: (address: string) => void;
}

export function NotificationRow({ person, item, isNew, onOpen }: NotificationRowProps) {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  const { actor, at, subject } = item;
  const address = addressOf(subject, person);
  const quoted = quoteOf(subject);
  const words = (
    <>
      <span>{formatNotification(text, item)}</span>
      {'name' in subject && !(subject.kind === 'quota' && subject.isPersonal) && (
        <strong className={styles['name']} dir="auto">
          {subject.name}
        </strong>
      )}
      {quoted !== '' && (
        <span className={styles['message']} dir="auto">
          “{quoted}”
        </span>
      )}
      {subject.kind === 'access_requested' && <RequestOutcome subject={subject} personId={person.id} />}
      <time className={styles['time']} dateTime={at} title={formats.dateTime(at)}>
        {formats.friendlyDate(at, today)}
      </time>
    </>
  );
  const handleClick = (event: MouseEvent): void => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isHeld || event.button !== 0 || address === undefined) return;
    event.preventDefault();
    onOpen(address);
  };
  return (
    <li className={styles['row']} data-new={isNew || undefined}>
      {actor === null ? (
        <Icon of={ICONS[subject.kind] ?? Bell} size={20} />
      ) : (
        <Avatar name={actor.name} picture={actor.picture} size="small" />
      )}
      {address === undefined ? (
        <span className={styles['body']}>{words}</span>
      ) : (
        <div className={styles['body']}>
          <a href={address} className={styles['body']} onClick={handleClick}>
            {words}
          </a>
          {subject.kind === 'access_requested' && subject.state === 'open' && (
            <RequestAnswer subject={subject} person={actor?.name} />
          )}
        </div>
      )}
      {isNew && (
        <span className={styles['dot']}>
          <span className="visually-hidden">{text('notifications.new')}</span>
        </span>
      )}
    </li>
  );
}

function quoteOf(subject: Notification['subject']): string {
  if (subject.kind === 'shared' || subject.kind === 'access_requested') return subject.message;
  if (subject.kind === 'access_answered') return subject.reason;
  return subject.kind === 'commented' || subject.kind === 'mentioned' ? subject.text : '';
}

function formatNotification(text: NotificationsText, { actor, subject }: Notification): string {
  const person = actor?.name ?? text('notifications.somebody');
  switch (subject.kind) {
    case 'shared':
      return text(`notifications.shared.${subject.nodeKind}`, { person });
    case 'commented':
    case 'mentioned':
      return text(`notifications.${subject.kind}.${subject.nodeKind}`, { person });
    case 'followed':
      return formatFollowed(text, subject, actor?.name);
    case 'access_requested':
      return text(`notifications.asks.${subject.role}`, { person });
    case 'access_answered':
      return subject.isGiven
        ? text(`notifications.given.${subject.role}`, { person })
        : text('notifications.declined', { person });
    case 'space_added':
    case 'space_role':
      return text(`notifications.${subject.kind}`, {
        person,
        role: text(`notifications.role.${subject.role}`),
      });
    case 'space_removed':
    case 'space_archived':
    case 'space_restored':
      return text(`notifications.${subject.kind}`, { person });
    case 'tokens_deleted':
      return text('notifications.tokens_deleted', { person, count: subject.count });
    case 'token_created':
      return text('notifications.token_created');
    case 'webhook_paused':
      return text(`notifications.webhook.${subject.isGone ? 'gone' : 'failing'}`);
    case 'factors_reset':
      return text('notifications.factors_reset', { person });
    case 'files_handed_over':
      return text('notifications.files_handed_over', { person, to: subject.to });
    case 'joined':
      return text('notifications.joined', { person });
    case 'handed_in': {
      const guest = subject.guest === '' ? text('notifications.guest') : subject.guest;
      return text('notifications.handed_in', { guest, count: subject.files });
    }
    case 'quota':
      return text(subject.isPersonal ? 'notifications.quota.own' : 'notifications.quota.space', {
        percent: subject.percent,
      });
  }
}

function formatFollowed(
  text: NotificationsText,
  { nodeKind, added, changed, trashed }: Extract<Notification['subject'], { readonly kind: 'followed' }>,
  name: string | undefined,
): string {
  const person = name ?? text('notifications.people');
  const count = added + changed + trashed;
  if (nodeKind === 'file') return text('notifications.followed.file', { person });
  if (count === added) return text('notifications.followed.added', { person, count });
  if (count === changed) return text('notifications.followed.changed', { person, count });
  if (count === trashed) return text('notifications.followed.trashed', { person, count });
  return text('notifications.followed.several', { person, count });
}

function addressOf(subject: Notification['subject'], { role }: Pick<Person, 'role'>): string | undefined {
  switch (subject.kind) {
    case 'shared':
      return subject.nodeKind === 'folder' ? `/shared/${subject.nodeId}` : `/shared?view=${subject.nodeId}`;
    case 'commented':
    case 'mentioned':
      return `/shared/${subject.nodeId}${subject.nodeKind === 'file' ? '/view' : ''}#comments`;
    case 'access_requested':
      return `/nodes/${subject.nodeId}/access`;
    case 'followed':
    case 'access_answered':
      return `/shared/${subject.nodeId}${subject.nodeKind === 'file' ? '/view' : ''}`;
    case 'space_added':
    case 'space_role':
    case 'space_restored':
      return `/s/${subject.spaceId}`;
    case 'space_removed':
    case 'space_archived':
    case 'files_handed_over':
      return undefined;
    case 'handed_in':
      return `/s/${subject.spaceId}/${subject.folderId}`;
    case 'quota':
      return `/largest/${subject.spaceId}`;
    case 'token_created':
    case 'tokens_deleted':
      return '/settings/tokens';
    case 'webhook_paused':
      return subject.spaceId === null ? '/admin/webhooks' : `/webhooks/${subject.spaceId}`;
    case 'factors_reset':
      return '/settings/security';
    case 'joined':
      // Members may invite by sharing, and cannot open the page of people.
      return role === 'administrator' ? '/admin/people' : undefined;
  }
}
