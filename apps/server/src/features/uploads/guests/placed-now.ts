import type { Db, Tx } from '../../../platform/db/db.ts';
import { findNodes, may } from '../../files/index.ts';
import type { UploadRow } from '../model.ts';

/**
 * The current targets of uploads: with a link to a file, the file's current folder and name. If the file was deleted,
 * its id stands for the folder, so the upload is rejected.
 */
export async function placedNow(
  db: Db | Tx,
  asking: { readonly actor: { readonly id: string }; readonly now: Date },
  uploads: readonly UploadRow[],
): Promise<readonly UploadRow[]> {
  const ids = uploads.flatMap(({ replaces_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return uploads;
  const found = await findNodes(db, asking, [...new Set(ids)]);
  return uploads.map((upload) => {
    const { replaces_id: fileId, space_id: spaceId } = upload;
    if (fileId === null) return upload;
    const file = found.get(fileId);
    const mayChange = file !== undefined && may({ ...asking, role: file.role }, 'change', file.node);
    return mayChange && file.node.space_id === spaceId && file.node.parent_id !== null
      ? { ...upload, parent_id: file.node.parent_id, name: file.node.name }
      : { ...upload, parent_id: fileId };
  });
}
