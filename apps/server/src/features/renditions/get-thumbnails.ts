import { DRAWN_TYPES, type Person, type ThumbnailsRequest, type ThumbnailsResult } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { findNodes, type NodeAccess } from '../files/index.ts';
import { askFor, drawAgain, findRenditions, type RenditionRow } from './store/renditions.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs'>;

/** Returns thumbnails, and requests missing ones. Checks the rights for each file, as for its content. */
export async function getThumbnails(
  services: Needs,
  actor: Person,
  { files }: ThumbnailsRequest,
): Promise<ThumbnailsResult> {
  const ids = files.map(({ nodeId }) => nodeId);
  const nodes = await findNodes(services.db, { actor, now: services.clock.now() }, ids);
  return await thumbnailsOf(services, { files, nodes });
}

interface Asked {
  readonly files: ThumbnailsRequest['files'];
  /** The nodes that the reader may see. */
  readonly nodes: ReadonlyMap<string, NodeAccess>;
  /** Which files get thumbnails. Default: every version of those nodes. */
  readonly isShown?: (file: ThumbnailsRequest['files'][number]) => boolean;
  /** How long the URLs are valid. Default: the same URL for an hour. */
  readonly lifeMs?: number;
}

/** Like `getThumbnails`, for a caller that has checked the rights. */
export async function thumbnailsOf(
  services: Needs,
  { files, nodes, isShown = () => true, lifeMs }: Asked,
): Promise<ThumbnailsResult> {
  const now = services.clock.now();
  const visible = files.filter(isShown).flatMap(({ nodeId, versionId }) => {
    const node = nodes.get(nodeId)?.node;
    return node === undefined ? [] : [{ spaceId: node.space_id, nodeId, versionId }];
  });
  const renditions = await findRenditions(services.db, visible);
  // A version that is named repeatedly is checked at the store once.
  const lost = new Set(files.filter(({ isLost }) => isLost === true).map(({ versionId }) => versionId));
  const missing = await findMissing(
    services,
    [...lost].flatMap((versionId) => renditions.get(versionId) ?? []),
  );
  const answers = files.map((file) => {
    const row = renditions.get(file.versionId);
    if (row === undefined || row.node_id !== file.nodeId) return { item: REFUSED };
    const item = missing.has(row.blob_id) ? WANTED : present(services, row, lifeMs);
    return { item, asked: item.state === 'wanted' && row.asked_at === null ? row.blob_id : undefined };
  });
  const asked = answers.flatMap((answer) => (answer.asked === undefined ? [] : [answer.asked]));
  if (missing.size > 0 || asked.length > 0) {
    // The commit wakes the background job.
    await inTransaction(services.db, async (tx) => {
      await drawAgain(tx, [...missing], now);
      await askFor(tx, asked, now);
    });
  }
  return { items: answers.map(({ item }) => item) };
}

type Item = ThumbnailsResult['items'][number];

const REFUSED: Item = { state: 'refused', code: 'node_not_found' };
const WANTED: Item = { state: 'wanted' };
const NONE: Item = { state: 'none' };

function present({ blobs }: Needs, row: RenditionRow, lifeMs: number | undefined): Item {
  switch (row.state) {
    case 'ready': {
      const url = (size: string): string =>
        blobs.signRendition(blobs.renditionKeyFor(row.blob_id, size), lifeMs).url;
      return {
        state: 'ready',
        width: defined(row.width, 'a ready rendition has no width'),
        height: defined(row.height, 'a ready rendition has no height'),
        color: defined(row.color, 'a ready rendition has no color'),
        thumbHash: row.thumb_hash === '' ? null : row.thumb_hash,
        small: url('small'),
        large: url('large'),
      };
    }
    case 'wanted':
      return WANTED;
    case null:
      return DRAWN_TYPES.has(row.media_type) && row.size_bytes > 0 ? WANTED : NONE;
    case 'none':
    case 'dropped':
      return NONE;
  }
}

/** The ids of those objects whose thumbnails are missing. */
async function findMissing(services: Needs, rows: readonly RenditionRow[]): Promise<ReadonlySet<string>> {
  const byObject = new Map(rows.map((row) => [row.blob_id, row]));
  const found = await Promise.all(
    Array.from(byObject, async ([blobId, row]) => ((await isMissing(services, row)) ? [blobId] : [])),
  );
  return new Set(found.flat());
}

/** Whether a thumbnail is missing at the store. False if the store does not respond, which proves nothing. */
async function isMissing({ blobs }: Needs, row: RenditionRow): Promise<boolean> {
  if (row.state !== 'ready') return false;
  for (const size of ['small', 'large']) {
    const head = await blobs.head(blobs.renditionKeyFor(row.blob_id, size));
    if (head.ok && head.value === undefined) return true;
  }
  return false;
}
