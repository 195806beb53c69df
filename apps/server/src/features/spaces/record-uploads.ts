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
  const others = events.filter((event) => !isGrouped(event));
  await recordEvents(tx, { ...uploads, events: others });
  const byFolder = Map.groupBy(added, ({ facts }) => String(facts['parent_id']));
  const [first] = byFolder.keys();
  const groups = byFolder.size > FOLDERS_MAX && first !== undefined ? new Map([[first, added]]) : byFolder;
  const since = new Date(at.getTime() - PAUSE_MAX_MS);
  for (const [parentId, group] of groups) {
    const found = await findUploadGroup(tx, { spaceId, actorId, parentId, since });
    const job = { id: found ?? newId(), shown: found === undefined ? 0 : undefined };
    await recordEvents(tx, { ...uploads, events: group, job });
  }
}

/** Guests are told of one by one, with their names. */
function isGrouped({ verb, facts }: SpaceEvent): boolean {
  return verb === 'file_created' && facts['parent_id'] != null && facts['guest'] == null;
}
