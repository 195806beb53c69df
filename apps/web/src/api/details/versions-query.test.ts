import { NodeId } from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryCache } from '../calls/query-cache.ts';
import { versionsQuery } from './versions-query.ts';

const FILE = { id: NodeId.parse('0197a1f0-0000-7000-8000-000000000001'), parentId: null };
const TOTAL = 2_500;

afterEach(() => vi.unstubAllGlobals());

test('as many versions as wanted are read, in pages that the server takes', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'https://files.example').searchParams;
    asked.push(query.toString());
    const before = Number(query.get('after') ?? TOTAL + 1);
    const numbers = Array.from({ length: Number(query.get('limit')) }, (_, index) => before - 1 - index);
    const items = numbers.filter((number) => number > 0).map((number) => ({ number }));
    const last = items.at(-1)?.number ?? 1;
    return await Promise.resolve(
      Response.json({ items, total: TOTAL, next: last > 1 ? String(last) : null }),
    );
  });
  const cache = makeQueryCache();
  const read = async (count?: number): Promise<readonly number[]> =>
    (await cache.fetchQuery(versionsQuery(FILE, count))).items.map(({ number }) => number);
  expect(await read()).toHaveLength(100);
  expect(await read(2_000)).toHaveLength(2_000);
  const all = await read(10_000);
  expect(all).toEqual(Array.from({ length: TOTAL }, (_, index) => TOTAL - index));
  expect(asked).toEqual([
    'limit=100',
    'limit=1000',
    'limit=1000&after=1501',
    'limit=1000',
    'limit=1000&after=1501',
    'limit=1000&after=501',
  ]);
});
