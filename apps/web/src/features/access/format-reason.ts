import type { AccessReason, PersonAccess } from '../../api/sharing/sharing.ts';
import type { AccessText } from './texts.ts';

/** What the message needs in addition to the reason. */
export interface Reader {
  /** Undefined for a personal space, and for one that the reader is not in. */
  readonly spaceName: string | undefined;
  readonly isSelf: boolean;
}

/** The text in the list: the strongest reason, and how many others there are. */
export function formatReasons(
  text: AccessText,
  { reasons }: PersonAccess,
  reader: Pick<Reader, 'spaceName'>,
): string {
  const [first, ...more] = reasons;
  if (first === undefined) return '';
  const way = formatShortReason(text, first, reader);
  return more.length === 0
    ? way
    : [way, text('access.brief.more', { count: more.length })].join(text('access.comma'));
}

function formatShortReason(
  text: AccessText,
  reason: AccessReason,
  { spaceName }: Pick<Reader, 'spaceName'>,
): string {
  if (reason.group !== null) return text('access.brief.group', { group: reason.group.name });
  if (reason.kind === 'space') {
    if (spaceName !== undefined) return text('access.brief.space', { space: spaceName });
    return text(reason.role === 'owner' ? 'access.brief.yours' : 'access.brief.member');
  }
  const { folder } = reason;
  if (folder === null) return text('access.brief.shared');
  return folder.name === null
    ? text('access.brief.hidden')
    : text('access.brief.folder', { folder: folder.name });
}

/** Title of the card of one reason. */
export function formatReason(text: AccessText, reason: AccessReason): string {
  const isGroup = reason.group !== null;
  if (reason.kind === 'space') return text(isGroup ? 'access.way.spaceGroup' : 'access.way.space');
  if (reason.folder !== null) return text(isGroup ? 'access.way.folderGroup' : 'access.way.folder');
  return text(isGroup ? 'access.way.group' : 'access.way.direct');
}

/** "Client draft, password needed, until 1 December" */
export function formatLink(
  text: AccessText,
  link: { readonly hasPassword: boolean; readonly isUsedUp: boolean },
  until: string,
): string {
  return [
    ...(link.isUsedUp ? [text('access.link.usedUp')] : []),
    ...(link.hasPassword ? [text('access.link.password')] : []),
    text('access.link.until', { date: until }),
  ].join(text('access.comma'));
}

export function formatCount(
  text: AccessText,
  { people, links }: { readonly people: number; readonly links: readonly unknown[] },
): string {
  const who = people <= 1 ? text('access.onlyYou') : text('access.people', { count: people });
  return links.length === 0
    ? who
    : [text('access.people', { count: people }), text('access.links', { count: links.length })].join(
        text('access.comma'),
      );
}
