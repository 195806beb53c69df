import { MINUTE_MS } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import type { SpaceEvent } from './model.ts';
import { recordEvents } from './record-events.ts';
import { findFolderGroup, findUploadGroup } from './store/upload-groups.ts';

/** Uploads of one person to a folder with shorter pauses are one entry of the activity. */
const PAUSE_MAX_MS = 10 * MINUTE_MS;
/** Uploads to more folders than this in one call are one entry. */
const FOLDERS_MAX = 8;

/**
 * Records uploads, so that what one person uploads to a folder is one entry of the activity, however many calls it
 * takes.
 */
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

/**
 * Records an uploaded folder. A tree of folders that one person uploads is one entry of the activity: its top folder.
 */
export async function recordUploadedFolder(
  tx: Tx,
  made: Omit<Parameters<typeof recordEvents>[1], 'job' | 'jobOf' | 'actorId' | 'events'> & {
    readonly actorId: string;
    readonly parentId: string;
    readonly event: SpaceEvent;
  },
): Promise<void> {
  const { parentId, event, ...rest } = made;
  const since = new Date(rest.at.getTime() - PAUSE_MAX_MS);
  const found = await findFolderGroup(tx, { ...rest, parentId, since });
  await recordEvents(tx, {
    ...rest,
    events: [{ ...event, facts: { ...event.facts, uploaded: 1 } }],
    job: { id: found ?? rest.newId(), shown: found === undefined ? 0 : undefined },
  });
}

function folderOf({ facts }: SpaceEvent): string {
  return String(facts['parent_id']);
}

/** Whether the event belongs to a group. Each upload of a guest is a separate entry, with the guest's name. */
function isGrouped({ verb, facts }: SpaceEvent): boolean {
  return verb === 'file_created' && facts['parent_id'] != null && facts['guest'] == null;
}
