import { LIMITS, NodeId, VersionsQuery } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { uploaded } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { listVersions } from '../files/list-versions.ts';
import { uploadWorld } from './upload.world.ts';

const here = uploadWorld({ quotaBytes: 1_000_000 });

/** A file with versions of numbers 1 to `count`. Apart from the first, all share one object. */
async function fileWith(count: number): Promise<NodeId> {
  const { services, owner } = here;
  const { id } = await uploaded(services, owner, { name: 'plan.txt', bytes: Buffer.from('first') });
  await uploaded(services, owner, { name: 'plan.txt', bytes: Buffer.from('second'), conflict: 'replace' });
  await sql`insert into version (space_id, id, node_id, number, blob_id, size_bytes, media_type, sha256, author_id, created_at)
    select space_id, gen_random_uuid(), node_id, place, blob_id, size_bytes, media_type, sha256, author_id, created_at
    from version, generate_series(3, ${count}) place where node_id = ${id} and number = 2`.execute(
    services.db,
  );
  await sql`update node set current_version_id = version.id from version
    where node.id = ${id} and version.node_id = node.id and version.number = ${count}`.execute(services.db);
  return NodeId.parse(id);
}

async function page(nodeId: NodeId, asked: Readonly<Record<string, string>> = {}) {
  const query = VersionsQuery.parse(asked);
  return valueOf(await listVersions(here.services, here.owner.person, { nodeId, ...query }));
}

test('all versions of a file are listed, page by page', async () => {
  const count = 2 * LIMITS.pageSizeMax + 1;
  const limit = String(LIMITS.pageSizeMax);
  const id = await fileWith(count);
  const numbers: number[] = [];
  let after: string | null | undefined;
  for (let pages = 0; after !== null && pages < 5; pages += 1) {
    const { items, total, next } = await page(id, after === undefined ? { limit } : { limit, after });
    expect(total).toBe(count);
    numbers.push(...items.map(({ number }) => number));
    after = next;
  }
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => count - index));
});

test('a later page says the same of a version as one list would', async () => {
  const id = await fileWith(150);
  const { items: all, kept } = await page(id);
  const first = await page(id, { limit: '60' });
  const second = await page(id, { limit: '60', after: first.next ?? '' });
  const third = await page(id, { limit: '60', after: second.next ?? '' });
  expect(third.next).toBeNull();
  expect([...first.items, ...second.items, ...third.items]).toEqual(all);
  expect(all.filter(({ keptUntil }) => keptUntil === null)).toHaveLength(kept.count);
  expect(all.filter(({ freesBytes }) => freesBytes > 0).map(({ number }) => number)).toEqual([1]);
});
