import type { Change, ChangeEvent } from '@coffer/contracts';
import { nodeKeys } from '../nodes.ts';
import { notificationKeys } from '../notifications/notifications.ts';
import {
  type CachedQuery,
  invalidate,
  invalidateWhere,
  type QueryCache,
  refetchFailed,
} from '../calls/query-cache.ts';
import { announceJobs } from '../jobs/announced.ts';
import { spaceKeys } from '../spaces.ts';
import { createListRefresh } from './list-refresh.ts';

const PAUSE_MS = 700;
/** After a slow refetch, the next one waits this many times as long. */
const PAUSE_FACTOR = 3;

/** Key of all queries about jobs. Written out here, because that code is loaded with the first job. */
const JOBS = ['jobs'];

/**
 * Key of all comments, written out for the same reason. A notification may be about a comment in a space that announces
 * nothing to the person.
 */
const COMMENTS = ['comments'];

/**
 * Key of access lists. Members see their whole space, and a notification may be about an access request or its answer.
 */
const ACCESS = [...nodeKeys.all, 'access'];

/** Key of all tags, written out for the same reason as `JOBS`. */
const TAGS = ['tags'];

export interface ChangeApplier {
  readonly apply: (event: ChangeEvent) => void;
  readonly stop: () => void;
}

/**
 * Refetches what has changed: visible queries at once, others when they are needed next. While `isHeld`, it waits,
 * because a drag or an open menu must not be disturbed.
 */
export function createChangeApplier(cache: QueryCache, isHeld: () => boolean): ChangeApplier {
  let waiting: ChangeEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const lists = createListRefresh(cache);
  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    if (!isHeld()) {
      const events = waiting.splice(0);
      lists.note(changesOf(events));
      lists.refetchRested();
      await refetch(cache, events);
    }
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt));
    timer = isStopped ? undefined : setTimeout(next, pauseMs);
  };
  const next = (): void => {
    if (waiting.length > 0 || lists.isWaiting()) void run();
    else timer = undefined;
  };
  return {
    apply: (event) => {
      // The server responds again, perhaps after an outage.
      if (event.type === 'ready') void refetchFailed(cache);
      if (event.type === 'ready' || event.type === 'ended') return;
      waiting.push(event);
      timer ??= setTimeout(next);
    },
    stop: () => {
      isStopped = true;
      waiting = [];
      clearTimeout(timer);
    },
  };
}

function changesOf(events: readonly ChangeEvent[]): readonly Change[] {
  return events.flatMap((event) => (event.type === 'changed' ? event.changes : []));
}

async function refetch(cache: QueryCache, events: readonly ChangeEvent[]): Promise<void> {
  const changes = changesOf(events);
  const isReset = events.some(({ type }) => type === 'reset');
  const has = (...kinds: readonly Change['kind'][]) => changes.some(({ kind }) => kinds.includes(kind));
  // After a gap in the events, the missed changes may have been about jobs.
  if (isReset || has('jobs')) announceJobs();
  if (isReset || has('access')) {
    const families = [nodeKeys.all, spaceKeys.all, notificationKeys.all, JOBS, COMMENTS, TAGS];
    await Promise.all(families.map((family) => invalidate(cache, family)));
    return;
  }
  const refetchOld = async (isMeant: (queryKey: CachedQuery['queryKey']) => boolean): Promise<void> => {
    await invalidateWhere(
      cache,
      ({ queryKey, data }) => isMeant(queryKey) && changes.some((change) => isOld(change, queryKey, data)),
    );
  };
  // Rows are refetched and rendered first, so that no details are requested for a row that is gone.
  await refetchOld(isOfRows);
  if (has('folder')) await new Promise((resolve) => setTimeout(resolve));
  await Promise.all([
    refetchOld((queryKey) => !isOfRows(queryKey)),
    ...(has('space', 'members', 'spaces') ? [invalidate(cache, spaceKeys.all)] : []),
    ...(has('jobs') ? [invalidate(cache, JOBS)] : []),
    ...(has('comments', 'notifications', 'members') ? [invalidate(cache, COMMENTS)] : []),
    ...(has('tags') ? [invalidate(cache, TAGS)] : []),
    ...(has('notifications') ? [invalidate(cache, notificationKeys.all)] : []),
    ...(has('members', 'notifications') ? [invalidate(cache, ACCESS)] : []),
  ]);
}

const isOfRows = ([, kind]: CachedQuery['queryKey']): boolean => kind === 'list';

/** Folders and items that show tags. */
const TAGGED: readonly unknown[] = ['list', 'one'];

function isOld(
  change: Change,
  [family, kind, id, parentId]: CachedQuery['queryKey'],
  data: unknown,
): boolean {
  if (family !== nodeKeys.all[0]) return false;
  const isOfTrash = kind === 'trash' || kind === 'trash-summary';
  if (change.kind === 'trash') return isOfTrash && id === change.spaceId;
  // A hold takes away what deletes a version, and the retention says until when it is kept.
  if (change.kind === 'space') return kind === 'versions';
  if (change.kind === 'tags') return TAGGED.includes(kind);
  if (change.kind !== 'folder') return false;
  const { folderId, revision } = change;
  switch (kind) {
    case 'list':
    case 'groups':
      return (folderId === null || id === folderId) && !(revision !== null && revisionOf(data) >= revision);
    case 'path':
      return folderId === null || isAmongItems(data, folderId);
    case 'one':
      return folderId === null || (isRecord(data) && data['parentId'] === folderId);
    case 'details':
    case 'activity':
    case 'versions':
      return folderId === null || id === folderId || parentId === folderId || hasSizeBelow(data);
    // These include descendants, so any change in the space may affect them.
    case 'size':
    case 'feed':
      return true;
    default:
      return false;
  }
}

function revisionOf(data: unknown): number {
  const revision = isRecord(data) ? data['folderRevision'] : undefined;
  return typeof revision === 'number' ? revision : -1;
}

/** Whether the data is the row of a folder, whose size changes with every descendant. */
function hasSizeBelow(data: unknown): boolean {
  return isRecord(data) && typeof data['sizeBytes'] === 'number';
}

function isAmongItems(data: unknown, id: string): boolean {
  const items = isRecord(data) ? data['items'] : undefined;
  return Array.isArray(items) && items.some((item) => isRecord(item) && item['id'] === id);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
