import { type AuditAction, type AuditRow, isUserId } from '@coffer/contracts';
import {
  Archive,
  Download,
  FolderInput,
  HandHelping,
  Inbox,
  KeyRound,
  Link as LinkIcon,
  Link2Off,
  LockKeyhole,
  LockKeyholeOpen,
  LogIn,
  LogOut,
  MailX,
  ScrollText,
  Settings2,
  Share2,
  ShieldAlert,
  Trash2,
  UserCog,
  UserMinus,
  UserPlus,
  Users,
  Webhook,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { currentLocale, onLocaleChange } from '../../lib/language/i18n.ts';
import { regionalTag } from '../../lib/language/locales.ts';
import { useUtcDay } from '../../lib/hooks/use-today.ts';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import styles from './audit.module.css';
import { type AuditAddress, addressOf, EVERYTHING } from './audit-address.ts';
import { recentDay } from './recent-day.ts';
import { detailOf, sentenceOf } from './sentence.ts';
import { useText } from './texts.ts';

const ICONS: Partial<Record<AuditAction, IconShape>> = {
  signed_in: LogIn,
  signed_out: LogOut,
  session_ended: LogOut,
  sessions_ended: LogOut,
  sign_in_refused: ShieldAlert,
  password_changed: KeyRound,
  password_link_created: KeyRound,
  factor_changed: KeyRound,
  factors_reset: KeyRound,
  recovery_codes_made: KeyRound,
  recovery_code_used: KeyRound,
  passkey_added: KeyRound,
  passkey_removed: KeyRound,
  token_created: KeyRound,
  token_deleted: KeyRound,
  tokens_deleted: KeyRound,
  person_invited: UserPlus,
  person_joined: UserPlus,
  administrator_created: UserPlus,
  invitation_withdrawn: UserMinus,
  account_deleted: UserMinus,
  member_added: UserPlus,
  member_removed: UserMinus,
  member_left: UserMinus,
  group_created: Users,
  group_renamed: Users,
  group_deleted: Users,
  group_member_added: UserPlus,
  group_member_removed: UserMinus,
  space_created: FolderInput,
  space_archived: Archive,
  space_restored: Archive,
  space_handed_over: HandHelping,
  grant_added: Share2,
  grant_changed: Share2,
  grant_removed: Share2,
  grant_left: Share2,
  grant_returned: Share2,
  address_invited: Share2,
  address_changed: Share2,
  address_withdrawn: Share2,
  address_joined: Share2,
  access_requested: HandHelping,
  access_request_declined: HandHelping,
  link_created: LinkIcon,
  link_changed: LinkIcon,
  link_revoked: Link2Off,
  link_restored: LinkIcon,
  webhook_created: Webhook,
  webhook_changed: Webhook,
  webhook_secret_replaced: Webhook,
  webhook_paused: Webhook,
  webhook_deleted: Webhook,
  files_handed_in: Inbox,
  purged: Trash2,
  purge_stopped: LockKeyhole,
  version_deleted: Trash2,
  setting_changed: Settings2,
  quota_changed: Settings2,
  person_quota_changed: Settings2,
  space_emptied: Trash2,
  hold_began: LockKeyhole,
  hold_changed: LockKeyhole,
  hold_ended: LockKeyholeOpen,
  space_changed: Settings2,
  retention_changed: Settings2,
  audit_exported: Download,
  mail_failed: MailX,
  person_role_changed: UserCog,
  person_disabled: UserCog,
  person_enabled: UserCog,
  person_removed: UserCog,
  picture_removed: UserCog,
  member_changed: UserCog,
};

interface RowsProps {
  readonly items: readonly AuditRow[];
}

/** Groups the rows by UTC days, so that two people who compare the trail see the same groups. */
export function Rows({ items }: RowsProps) {
  const text = useText();
  const days = [...Map.groupBy(items, ({ at }) => at.slice(0, 10))];
  const dayName = useDayNames();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{text('audit.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles['time']}>
            {text('audit.column.time')}
          </th>
          <th scope="col" className={styles['fact']}>
            {text('audit.column.what')}
          </th>
          <th scope="col" className={styles['from']}>
            {text('audit.column.from')}
          </th>
          <th scope="col" className={styles['hash']}>
            {text('audit.column.hash')}
          </th>
        </tr>
      </thead>
      {days.map(([day, rows]) => (
        <tbody key={day}>
          <tr className={styles['day']}>
            <th scope="rowgroup" colSpan={4}>
              {dayName(day)}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.sequence} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row }: { readonly row: AuditRow }) {
  const formats = useFormats();
  return (
    <tr>
      <td className={styles['time']}>
        <time dateTime={row.at} title={formats.dateTime(row.at)}>
          {row.at.slice(11, 19)}
        </time>
      </td>
      <th scope="row" className={styles['fact']}>
        <What row={row} />
      </th>
      <td className={styles['from']}>{row.address}</td>
      <td className={styles['hash']} title={row.hash}>
        <code>{row.hash.slice(0, 4)}</code>
      </td>
    </tr>
  );
}

function What({ row }: { readonly row: AuditRow }) {
  const text = useText();
  const formats = useFormats();
  const detail = detailOf(row, formats);
  const tone =
    row.outcome === 'refused'
      ? 'refused'
      : row.action === 'purged' || row.action === 'version_deleted'
        ? 'deleted'
        : 'quiet';
  return (
    <div className={styles['what']}>
      <span className={styles['mark']} data-tone={tone}>
        <Icon of={ICONS[row.action] ?? ScrollText} size={18} />
      </span>
      <span className={styles['words']}>
        <span className={styles['sentence']}>
          {sentenceOf(text, row, formats).map((part, index) =>
            part.isName ? (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence never move
              <b key={index}>
                <Name name={part.text} actor={row.actor} />
              </b>
            ) : (
              part.text
            ),
          )}
        </span>
        {detail !== undefined && (
          <span className={styles['detail']} dir="auto">
            {detail}
          </span>
        )}
        {row.address !== null && <span className={styles['brief']}>{row.address}</span>}
      </span>
    </div>
  );
}

/** Links a person's name to everything that they did and that was done to them. */
function Name({ name, actor }: { readonly name: string; readonly actor: AuditRow['actor'] }) {
  const text = useText();
  if (actor.kind !== 'person' || !isUserId(actor.id) || actor.name !== name) return <bdi>{name}</bdi>;
  const address: AuditAddress = { ...EVERYTHING, person: actor.id };
  return (
    <Link href={addressOf(address)} className={styles['person']} title={text('audit.only', { name })}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function useDayNames(): (day: string) => string {
  const text = useText();
  const locale = useSyncExternalStore(onLocaleChange, currentLocale);
  const now = useUtcDay();
  const format = new Intl.DateTimeFormat(regionalTag(locale), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return (day) => {
    const name = format.format(new Date(day));
    const recent = recentDay(day, now);
    return recent === undefined ? name : text(`audit.${recent}`, { day: name });
  };
}
