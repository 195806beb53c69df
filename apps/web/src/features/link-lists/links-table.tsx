import { FileUp, Link2, Lock } from 'lucide-react';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import styles from './link-lists.module.css';
import type { ListedLink } from './listed-link.ts';
import { type LinkListsText, useText } from './texts.ts';
import type { Chosen } from './use-chosen.ts';

interface LinksTableProps {
  readonly label: string;
  readonly links: readonly ListedLink[];
  /** Undefined for people who may only read. */
  readonly chosen: Chosen | undefined;
}

export function LinksTable({ label, links, chosen }: LinksTableProps) {
  const text = useText();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {chosen !== undefined && (
            <th scope="col" className={styles['check']}>
              <input
                type="checkbox"
                aria-label={text('linkLists.chooseAll')}
                checked={chosen.isEvery}
                ref={(box) => {
                  if (box !== null) box.indeterminate = !chosen.isEvery && chosen.ids.length > 0;
                }}
                onChange={chosen.toggleEvery}
              />
            </th>
          )}
          <th scope="col">{text('linkLists.column.link')}</th>
          <th scope="col" className={styles['use']}>
            {text('linkLists.column.use')}
          </th>
          <th scope="col" className={styles['visited']}>
            {text('linkLists.column.visited')}
          </th>
          <th scope="col" className={styles['expires']}>
            {text('linkLists.column.expires')}
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} chosen={chosen} />
        ))}
      </tbody>
    </table>
  );
}

function LinkRow({ link, chosen }: { readonly link: ListedLink } & Pick<LinksTableProps, 'chosen'>) {
  const text = useText();
  const { date, friendlyDate } = useFormats();
  const today = useToday();
  const name = useLinkName()(link);
  const uses = useUses(link);
  const visits = text('linkLists.visits', { count: link.visits });
  const last = link.lastVisitAt === null ? undefined : friendlyDate(link.lastVisitAt, today);
  const end = date(link.expiresAt);
  return (
    <tr>
      {chosen !== undefined && (
        <td className={styles['check']}>
          <input
            type="checkbox"
            aria-label={text('linkLists.choose', { name })}
            checked={chosen.has(link.id)}
            onChange={() => chosen.toggle(link.id)}
          />
        </td>
      )}
      <th scope="row" aria-label={name}>
        <span className={styles['link']}>
          <span className={styles['mark']} data-kind={link.kind}>
            <Icon of={link.kind === 'request' ? FileUp : Link2} size={18} />
          </span>
          <span className={styles['words']}>
            <span className={styles['title']}>
              {link.item === undefined ? (
                <bdi dir="auto">{name}</bdi>
              ) : (
                <Link href={link.item.href} className={styles['name']}>
                  <bdi dir="auto">{link.item.name}</bdi>
                </Link>
              )}
              {link.hasPassword && (
                <span className={styles['lock']}>
                  <Icon of={Lock} size={16} />
                  <span className="visually-hidden">{text('linkLists.hasPassword')}</span>
                </span>
              )}
              {link.state !== 'active' && (
                <span className={styles['ended']}>{text(`linkLists.state.${link.state}`)}</span>
              )}
            </span>
            <span className={styles['facts']}>
              {text(`linkLists.kind.${link.kind}`)}
              {link.item !== undefined && link.label !== '' && (
                <>
                  {' · '}
                  <bdi dir="auto">{link.label}</bdi>
                </>
              )}
              {link.owner !== undefined && (
                <>
                  {' · '}
                  <bdi dir="auto">{link.owner.name}</bdi>
                  {' · '}
                  <bdi dir="auto">{formatSpace(text, link.owner)}</bdi>
                </>
              )}
            </span>
            <span className={styles['brief']}>
              <span>{[...uses, visits].join(' · ')}</span>
              <span>{text('linkLists.until', { date: end })}</span>
            </span>
          </span>
        </span>
      </th>
      <td className={styles['use']}>
        {uses.map((use) => (
          <span key={use}>{use}</span>
        ))}
      </td>
      <td className={styles['visited']}>
        <span>{last ?? text('linkLists.never')}</span>
        {link.visits > 0 && <span>{visits}</span>}
      </td>
      <td className={styles['expires']}>
        <time dateTime={link.expiresAt}>{end}</time>
      </td>
    </tr>
  );
}

/** A personal space is called after its owner, unless the owner is already named. */
function formatSpace(text: LinkListsText, { name, space }: NonNullable<ListedLink['owner']>): string {
  if (space.kind !== 'personal') return space.name;
  return space.ownerName === name
    ? text('linkLists.personal.own')
    : text('linkLists.personal', { name: space.ownerName });
}

function useUses(link: ListedLink): readonly string[] {
  const text = useText();
  const { number, size } = useFormats();
  const { downloads, downloadsMax, bytes, bytesMax, received } = link;
  if (received !== null) {
    return [text('linkLists.received', { count: received.files, size: size(received.sizeBytes) })];
  }
  const counted =
    downloadsMax === null
      ? text('linkLists.downloads', { count: downloads })
      : text('linkLists.downloadsOf', { count: number(downloads), max: number(downloadsMax) });
  if (bytesMax === null) return [counted];
  return [counted, text('linkLists.bytesOf', { size: size(bytes), max: size(bytesMax) })];
}

/** The label of the link, or else the time when it was created. */
function useLinkName(): (link: ListedLink) => string {
  const text = useText();
  const { dateTime } = useFormats();
  return ({ item, label, createdAt }) =>
    item?.name ?? (label === '' ? text('linkLists.madeAt', { time: dateTime(createdAt) }) : label);
}
