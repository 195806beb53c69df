import { type Change, type HeldRole, NodeId, SERVER_LIMITS, SpaceId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';

export interface ChangeRow {
  readonly kind:
    | 'folder'
    | 'trash'
    | 'space'
    | 'member'
    | 'access'
    | 'session'
    | 'notification'
    | 'job'
    | 'comment'
    | 'tag';
  readonly space_id: string | null;
  readonly folder_id: string | null;
  readonly person_id: string | null;
  readonly revision: number | null;
}

/** The position of a reader of the feed: a time of the database, and the snapshot that it has seen. */
export interface Position {
  readonly second: number;
  /** The snapshot in PostgreSQL's text form. Undefined for a reader that only knows the time. */
  readonly snapshot?: string;
}

/** The roles of one person by space. */
export type Roles = ReadonlyMap<string, HeldRole>;

const ID_LENGTH_MAX = 8_000;
const SNAPSHOT = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/;

export function writePosition({ second, snapshot }: Position): string {
  return snapshot === undefined ? String(second) : `${second}~${snapshot}`;
}

/** The position in an event id. Undefined if this feed did not issue the id. */
export function parsePosition(id: string): Position | undefined {
  if (id.length > ID_LENGTH_MAX) return undefined;
  const [, second, snapshot] = /^(\d{1,11})(?:~(.*))?$/.exec(id) ?? [];
  if (second === undefined) return undefined;
  if (snapshot === undefined) return { second: Number(second) };
  return isSnapshot(snapshot) ? { second: Number(second), snapshot } : undefined;
}

/** Whether the text is a valid snapshot. PostgreSQL rejects any other text with an error. */
function isSnapshot(text: string): boolean {
  const [, xmin = '0', xmax = '0', running = ''] = SNAPSHOT.exec(text) ?? [];
  const ids = [xmin, ...(running === '' ? [] : running.split(','))].map(BigInt);
  const isAscending = ids.every((id, index) => index < 2 || id > (ids[index - 1] ?? 0n));
  return (
    BigInt(xmin) > 0n &&
    BigInt(xmin) <= BigInt(xmax) &&
    isAscending &&
    ids.slice(1).every((id) => id >= BigInt(xmin) && id < BigInt(xmax))
  );
}

export function isTooOld(position: Position, now: Position): boolean {
  return (now.second - position.second) * SECOND_MS > SERVER_LIMITS.changesReplayedMs;
}

/** The events that this person may receive. */
export function changesFor(personId: string, roles: Roles, rows: readonly ChangeRow[]): readonly Change[] {
  const changes = rows.flatMap((row) => changeFor(personId, roles, row));
  const isOwn = rows.some((row) => row.kind === 'member' && row.person_id === personId);
  return isOwn ? [{ kind: 'spaces' }, ...changes] : changes;
}

function changeFor(personId: string, roles: Roles, row: ChangeRow): readonly Change[] {
  if (row.kind === 'access') return row.person_id === personId ? [{ kind: 'access' }] : [];
  if (row.kind === 'notification') {
    return row.person_id === personId ? [{ kind: 'notifications' }] : [];
  }
  if (row.kind === 'tag' && row.space_id === null) {
    return row.person_id === personId ? [{ kind: 'tags', spaceId: null }] : [];
  }
  if (row.kind === 'job') return row.person_id === personId ? [{ kind: 'jobs' }] : [];
  const role = row.space_id === null ? undefined : roles.get(row.space_id);
  if (role === undefined) return [];
  const spaceId = SpaceId.parse(row.space_id);
  // Contributors see only their own files, and must not learn who else contributes.
  const isContributor = role === 'contributor';
  switch (row.kind) {
    case 'folder':
      return isContributor
        ? [{ kind: 'folder', spaceId, folderId: null, revision: null }]
        : [{ kind: 'folder', spaceId, folderId: NodeId.parse(row.folder_id), revision: row.revision }];
    case 'member':
      return isContributor && row.person_id !== personId ? [] : [{ kind: 'members', spaceId }];
    case 'comment':
      return [{ kind: 'comments', spaceId }];
    case 'tag':
      return [{ kind: 'tags', spaceId }];
    case 'trash':
    case 'space':
      return [{ kind: row.kind, spaceId }];
    case 'session':
      return [];
  }
}
