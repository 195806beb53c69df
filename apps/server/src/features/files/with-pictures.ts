import { mayHaveThumbnail, type NodeView } from '@coffer/contracts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { listPictureRows } from './store/row-facts.ts';

/**
 * Adds the placeholder that is shown until a thumbnail is loaded. The caller must pass only nodes whose thumbnails the
 * reader may see: none in the trash, and none for a link without thumbnails.
 */
export async function withPictures(db: Db | Tx, nodes: readonly NodeView[]): Promise<readonly NodeView[]> {
  const files = nodes.flatMap(({ spaceId, versionId, mediaType, isDamaged }) =>
    versionId === null || isDamaged === true || !mayHaveThumbnail(mediaType ?? '')
      ? []
      : [{ spaceId, versionId }],
  );
  if (files.length === 0) return nodes;
  const rows = await listPictureRows(db, files);
  return nodes.map((node) => {
    const row = node.versionId === null || node.isDamaged === true ? undefined : rows.get(node.versionId);
    if (row === undefined) return node;
    return { ...node, picture: { width: row.width, height: row.height, thumbHash: row.thumb_hash } };
  });
}
