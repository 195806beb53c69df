import { randomUUID } from 'node:crypto';
import { NodeId, PastQuery, type Person } from '@coffer/contracts';
import { defined, SECOND_MS } from '@coffer/kit';
import { type Owner, valueOf, type World } from '../../../live.world.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { lockSpace, recordEvents } from '../../spaces/index.ts';
import { putFiles } from '../put-files.ts';
import { listPast } from './list-past.ts';

/** Adds a file, or a new version of the file with that name. */
export async function putFile(
  { services, clock }: World,
  owner: Owner,
  { name, parentId }: { readonly name: string; readonly parentId: string },
): Promise<NodeId> {
  const { db, newId } = services;
  const now = clock.now();
  const { spaceId, person } = owner;
  return await inTransaction(db, async (tx) => {
    await lockSpace(tx, spaceId);
    const blobId = randomUUID();
    await tx
      .insertInto('blob')
      .values({
        id: blobId,
        space_id: spaceId,
        key: blobId,
        size_bytes: 1,
        etag: null,
        sha256: null,
        state: 'referenced',
        verified_at: now,
        urls_until: null,
        delete_after: null,
        last_look_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const [put] = await putFiles(tx, { spaceId, now, newId }, [
      {
        parentId,
        name,
        nodeId: newId(),
        versionId: newId(),
        blobId,
        sizeBytes: 1,
        mediaType: 'text/plain',
        sha256: 'of no importance',
        modifiedAt: now,
        authorId: person.id,
        mayReplace: () => true,
      },
    ]);
    const { node, event } = defined(put, 'the file was not added');
    await recordEvents(tx, { spaceId, actorId: person.id, at: now, newId, events: [event] });
    return NodeId.parse(node.id);
  });
}

/** Paths and contents of files. */
export type Snapshot = readonly string[];

const line = (path: string, id: string, blobId: string | undefined): string =>
  `${path} ${id} ${blobId ?? 'folder'}`;

/**
 * The objects by version id. Files are compared by object, because a restored file has a new version with the same
 * object.
 */
async function blobsOf(
  { services }: World,
  versionIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const rows = await services.db
    .selectFrom('version')
    .select(['id', 'blob_id'])
    .where(
      'id',
      'in',
      versionIds.map((id) => id ?? randomUUID()),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.blob_id]));
}

/** The current content of the folder, read from the tables. */
export async function snapshot(world: World, folderId: string, above = ''): Promise<Snapshot> {
  const rows = await world.services.db
    .selectFrom('node')
    .select(['id', 'name', 'kind', 'current_version_id'])
    .where('parent_id', '=', folderId)
    .where('trashed_at', 'is', null)
    .execute();
  if (rows.length === 0) return [];
  const blobs = await blobsOf(
    world,
    rows.map((row) => row.current_version_id),
  );
  const below = await Promise.all(rows.map(({ id, name }) => snapshot(world, id, `${above}${name}/`)));
  const own = rows.map((row) => line(`${above}${row.name}`, row.id, blobs.get(row.current_version_id)));
  return [...own, ...below.flat()].toSorted();
}

/** The content of the folder at the moment, as `listPast` returns it. */
export async function pastSnapshot(
  world: World,
  by: Person,
  {
    folderId,
    moment,
    above = '',
  }: { readonly folderId: NodeId; readonly moment: Date; readonly above?: string },
): Promise<Snapshot> {
  const query = PastQuery.parse({ moment: moment.toISOString(), limit: '1000' });
  const page = valueOf(await listPast(world.services, by, { nodeId: folderId, query }));
  if (page.knownFrom !== null) return [`unknown before ${page.knownFrom.at}`];
  if (page.items.length === 0) return [];
  const blobs = await blobsOf(
    world,
    page.items.map(({ versionId }) => versionId),
  );
  const lines: string[] = [];
  for (const { id, kind, name, versionId } of page.items) {
    lines.push(line(`${above}${name}`, id, blobs.get(versionId)));
    if (kind === 'folder') {
      lines.push(...(await pastSnapshot(world, by, { folderId: id, moment, above: `${above}${name}/` })));
    }
  }
  return lines.toSorted();
}

export function later({ clock }: World): void {
  clock.advance(SECOND_MS);
}
