import type { NodeView, Space } from '@coffer/contracts';
import type { LockRow } from './store/locks.ts';
import { tokenUri } from './locks/judge-locks.ts';
import { hrefOf } from './paths.ts';
import { escapeXml } from './xml/write-xml.ts';

/** An item of a response. `view` is undefined for the list of spaces. */
export interface Entry {
  readonly names: readonly string[];
  readonly view: NodeView | undefined;
  readonly space: Space | undefined;
  readonly locks: readonly PlacedLock[];
  readonly now: Date;
}

export interface PlacedLock {
  readonly lock: LockRow;
  /** The path of the locked folder or file. */
  readonly root: string;
}

export function isFolder({ view }: Entry): boolean {
  return view?.kind !== 'file';
}

export function entryHref(entry: Entry): string {
  return hrefOf(entry.names, isFolder(entry));
}

type Live = (entry: Entry) => string | undefined;

/** The live properties by local name. Undefined if an entry does not have the property. */
const LIVE: Readonly<Record<string, Live>> = {
  resourcetype: (entry) => (isFolder(entry) ? '<D:collection/>' : ''),
  displayname: ({ names }) => escapeXml(names.at(-1) ?? 'Coffer'),
  creationdate: ({ view }) => view?.createdAt,
  getlastmodified: ({ view }) => (view === undefined ? undefined : new Date(view.modifiedAt).toUTCString()),
  getcontentlength: ({ view }) => (view?.kind === 'file' ? String(view.sizeBytes ?? 0) : undefined),
  getcontenttype: ({ view }) => (view?.kind === 'file' ? escapeXml(view.mediaType ?? '') : undefined),
  getetag: ({ view }) => (view?.versionId == null ? undefined : escapeXml(`"${view.versionId}"`)),
  supportedlock: ({ view }) => (view === undefined ? undefined : SUPPORTED_LOCKS),
  lockdiscovery: ({ view, locks, now }) =>
    view === undefined ? undefined : locks.map((each) => activeLock(each, now)).join(''),
  'quota-available-bytes': ({ space }) => (space === undefined ? undefined : String(roomIn(space))),
  'quota-used-bytes': ({ space }) => (space === undefined ? undefined : String(useOf(space))),
};

/** Properties that are returned only if they are named, as RFC 4331 requires. */
const ONLY_NAMED = new Set(['quota-available-bytes', 'quota-used-bytes']);

export const LIVE_NAMES: readonly string[] = Object.keys(LIVE);

export function isLive(name: string): boolean {
  return name.startsWith('{DAV:}') && Object.hasOwn(LIVE, name.slice('{DAV:}'.length));
}

/** The element of a live property. Undefined if the entry does not have it. */
export function liveElement(entry: Entry, name: string): string | undefined {
  const local = name.slice('{DAV:}'.length);
  const content = isLive(name) ? LIVE[local]?.(entry) : undefined;
  if (content === undefined) return undefined;
  return content === '' ? `<D:${local}/>` : `<D:${local}>${content}</D:${local}>`;
}

export function unaskedNames(): readonly string[] {
  return LIVE_NAMES.filter((name) => !ONLY_NAMED.has(name)).map((name) => `{DAV:}${name}`);
}

function useOf(space: Space): number {
  return space.usedBytes + space.reservedBytes + space.heldBytes;
}

export function roomIn(space: Space): number {
  return Math.max(0, space.quotaBytes - useOf(space));
}

const lockEntry = (scope: string): string =>
  `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`;
const SUPPORTED_LOCKS = `${lockEntry('exclusive')}${lockEntry('shared')}`;

export function activeLock({ lock, root }: PlacedLock, now: Date): string {
  const seconds = Math.max(1, Math.ceil((lock.expires_at.getTime() - now.getTime()) / 1000));
  return [
    '<D:activelock><D:locktype><D:write/></D:locktype>',
    `<D:lockscope><D:${lock.is_shared ? 'shared' : 'exclusive'}/></D:lockscope>`,
    `<D:depth>${lock.is_deep ? 'infinity' : '0'}</D:depth>`,
    lock.owner_xml,
    `<D:timeout>Second-${seconds}</D:timeout>`,
    `<D:locktoken><D:href>${tokenUri(lock.token)}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${escapeXml(root)}</D:href></D:lockroot></D:activelock>`,
  ].join('');
}
