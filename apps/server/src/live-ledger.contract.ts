import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import type { Blobs, UploadsMarker } from './platform/blobs/blobs.ts';
import type { Db } from './platform/db/db.ts';
import { valueOf } from './live.world.ts';

export interface Figures {
  readonly used: number;
  readonly reserved: number;
  readonly held: number;
  readonly purged: number;
}

export async function figuresOf(db: Db, spaceId: string): Promise<Figures> {
  return await db
    .selectFrom('space')
    .select([
      'used_bytes as used',
      'reserved_bytes as reserved',
      'held_bytes as held',
      'purged_bytes as purged',
    ])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
}

/** Recomputed from the objects of the space. */
export async function countedFigures(db: Db, spaceId: string): Promise<Figures> {
  const query = sql<Figures>`select
    coalesce(sum(size_bytes) filter (where state = 'referenced'), 0)::bigint as used,
    coalesce(sum(size_bytes) filter (where state in ('intended', 'stored', 'verified')), 0)::bigint as reserved,
    coalesce(sum(size_bytes) filter (where state in ('unreferenced', 'quarantined') and purged_at is null), 0)::bigint as held,
    coalesce(sum(size_bytes) filter (where state in ('unreferenced', 'quarantined') and purged_at is not null), 0)::bigint
      as purged
    from blob where space_id = ${spaceId}`;
  return defined((await query.execute(db)).rows[0], 'an aggregate has a row');
}

/** Bytes of objects and unfinished parts by key. */
export async function storedBytes(blobs: Blobs): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>();
  const add = (key: string, sizeBytes: number): unknown => bytes.set(key, (bytes.get(key) ?? 0) + sizeBytes);
  let after: string | undefined;
  do {
    const page = valueOf(await blobs.listObjects({ after, limit: 1_000 }));
    for (const object of page.objects) add(object.key, object.sizeBytes);
    after = page.next;
  } while (after !== undefined);
  let marker: UploadsMarker | undefined;
  do {
    const page = valueOf(await blobs.listUploads({ after: marker }));
    for (const upload of page.uploads) {
      const parts = valueOf(await blobs.listParts(upload)) ?? [];
      for (const part of parts) add(upload.key, part.sizeBytes);
    }
    marker = page.next;
  } while (marker !== undefined);
  return bytes;
}

export async function storedBytesOf(db: Db, blobs: Blobs, spaceId: string): Promise<number> {
  const stored = await storedBytes(blobs);
  const rows = await db.selectFrom('blob').select('key').where('space_id', '=', spaceId).execute();
  return rows.reduce((sum, { key }) => sum + (stored.get(key) ?? 0), 0);
}
