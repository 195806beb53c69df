import { type ErrorCode, nameKey, NodeId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import {
  createFolder,
  type DoneItem,
  type JobRow,
  listChildrenByKey,
  type NodeAccess,
} from '../files/index.ts';
import type { ImportNeeds } from './needs.ts';

type Found = Promise<Result<string, ErrorCode>>;

export interface FolderFinder {
  /** The folder with these names below the folder of the import, created if it does not exist. */
  readonly find: (names: readonly string[]) => Found;
  /** The folders that were created. An undo trashes them, if they are empty then. */
  readonly made: () => readonly DoneItem[];
}

/** Each folder is looked for once, also if several objects need it at the same time. */
export function createFolders(
  { clock, db, newId }: ImportNeeds,
  { job, folder }: { readonly job: JobRow; readonly folder: NodeAccess },
): FolderFinder {
  const { space_id: spaceId } = folder.node;
  const known = new Map<string, { readonly path: string; readonly found: Found }>();
  const made: DoneItem[] = [];
  const place = async (parentId: string, name: string): Found => {
    const [existing] = await listChildrenByKey(db, spaceId, [{ parentId, nameKey: nameKey(name) }]);
    if (existing !== undefined) {
      // Another spelling may be the twin of a folder of the source.
      const isSame = existing.kind === 'folder' && existing.name === name;
      return isSame ? ok(existing.id) : err('name_taken');
    }
    const created = await createFolder(
      { clock, db, newId },
      { id: job.actor_id },
      { parentId: NodeId.parse(parentId), name, ifExists: 'reuse' },
    );
    if (!created.ok) {
      const { code } = created.error;
      return err(code === 'node_not_found' ? 'folder_gone' : code === 'invalid_request' ? 'too_deep' : code);
    }
    const { id } = created.value;
    made.push({ did: 'created', nodeId: id, to: { spaceId, parentId, name: created.value.name } });
    return ok(id);
  };
  const find = async (names: readonly string[]): Found => {
    if (names.length === 0) return ok(folder.node.id);
    const path = names.join('/');
    const key = names.map(nameKey).join('/');
    const before = known.get(key);
    if (before !== undefined) return before.path === path ? await before.found : err('name_taken');
    const found = (async (): Found => {
      const parent = await find(names.slice(0, -1));
      return parent.ok ? await place(parent.value, names.at(-1) ?? '') : parent;
    })();
    known.set(key, { path, found });
    return await found;
  };
  return { find, made: () => made };
}
