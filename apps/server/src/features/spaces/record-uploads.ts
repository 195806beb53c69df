import { MINUTE_MS } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import type { SpaceEvent } from './model.ts';
import { recordEvents } from './record-events.ts';
import { findUploadGroup } from './store/upload-groups.ts';

/** Files that arrive in a folder with shorter pauses are told of together. */
const PAUSE_MAX_MS = 10 * MINUTE_MS;
/** Of a tree with more folders the files are told of together. */
const FOLDERS_MAX = 8;

/** What one person uploads to a folder is one entry of the activity, however many calls it takes. */
export async function recordUploads(
  tx: Tx,
  uploads: Omit<Parameters<typeof recordEvents>[1], 'job' | 'actorId'> & { readonly actorId: string },
): Promise<void> {
  const { spaceId, actorId, at, newId, events } = uploads;
  const added = events.filter(isGrouped);
  const folderIds = [...new Set(added.map(folderOf))];
  const since = new Date(at.getTime() - PAUSE_MAX_MS);
  const groups = new Map<string, { readonly id: string; readonly shown: SpaceEvent | undefined }>();
  for (const parentId of folderIds.slice(0, folderIds.length > FOLDERS_MAX ? 1 : FOLDERS_MAX)) {
    const found = await findUploadGroup(tx, { spaceId, actorId, parentId, since });
    const shown = found === undefined ? added.find((event) => folderOf(event) === parentId) : undefined;
    groups.set(parentId, { id: found ?? newId(), shown });
  }
  const [first] = groups.values();
  await recordEvents(tx, {
    ...uploads,
    jobOf: (event) => {
      const group = isGrouped(event) ? (groups.get(folderOf(event)) ?? first) : undefined;
      return group === undefined ? undefined : { id: group.id, isShown: group.shown === event };
    },
  });
}

function folderOf({ facts }: SpaceEvent): string {
  return String(facts['parent_id']);
}

/** Guests are told of one by one, with their names. */
function isGrouped({ verb, facts }: SpaceEvent): boolean {
  return verb === 'file_created' && facts['parent_id'] != null && facts['guest'] == null;
}
