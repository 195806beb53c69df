import { nameKey } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { listChildrenByKey, may, NEEDED_ROLE, type NodeAccess } from '../../files/index.ts';
import { staleBasis, type UploadFailure, type UploadRow } from '../model.ts';

interface Ready {
  readonly upload: UploadRow;
  readonly parent: NodeAccess;
}

/** Failures by upload id: the base is outdated, or the uploader may not change the file. Requires a locked space. */
export async function findStale(
  tx: Tx,
  uploads: readonly Ready[],
  now: Date,
): Promise<ReadonlyMap<string, UploadFailure>> {
  const based = uploads.filter(({ upload }) => upload.based_on !== null);
  const [first] = based;
  if (first === undefined) return new Map();
  const slots = based.map(({ upload }) => ({ parentId: upload.parent_id, nameKey: nameKey(upload.name) }));
  const rows = await listChildrenByKey(tx, first.upload.space_id, slots);
  const taken = new Map(rows.map((row) => [`${row.parent_id} ${row.name_key}`, row]));
  const replaced = new Set<string>();
  const stale = new Map<string, UploadFailure>();
  for (const { upload, parent } of based) {
    const asking = { actor: { id: upload.created_by }, role: parent.role, now };
    const found = taken.get(`${upload.parent_id} ${nameKey(upload.name)}`);
    const current = found !== undefined && may(asking, 'see', found) ? found : undefined;
    if (current?.current_version_id !== upload.based_on || replaced.has(current.id)) {
      stale.set(upload.id, staleBasis(current));
    } else if (may(asking, 'change', current)) replaced.add(current.id);
    else stale.set(upload.id, { code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
  }
  return stale;
}
