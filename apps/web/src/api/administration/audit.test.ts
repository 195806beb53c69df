import { afterEach, expect, test, vi } from 'vitest';
import { verifyAudit } from './audit.ts';

const HASH = 'a'.repeat(64);
const part = (after: number, more: object) => ({
  after,
  hash: HASH,
  isEnd: false,
  rows: 3,
  firstAt: null,
  fault: null,
  headAt: null,
  areHeadsRead: true,
  ...more,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function verify(parts: readonly object[]) {
  const answers = [...parts];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    bodies.push(JSON.parse(body));
    return await Promise.resolve(Response.json(answers.shift()));
  });
  const seen: boolean[] = [];
  const result = await verifyAudit(
    ({ areHeadsRead }) => seen.push(areHeadsRead),
    new AbortController().signal,
  );
  return { result, bodies, seen };
}

test('a store that failed for one part leaves the whole trail half known', async () => {
  const { result, bodies, seen } = await verify([
    part(1, {}),
    part(2, { areHeadsRead: false }),
    part(3, { isEnd: true }),
  ]);
  expect(result).toMatchObject({ areHeadsRead: false, isEnd: true });
  expect(seen).toEqual([true, false, false]);
  expect(bodies).toMatchObject([{ after: 0 }, { after: 1 }, { after: 2 }]);
});

test('the newest head of an earlier part is reported', async () => {
  const at = '2030-01-01T00:00:00.000Z';
  expect((await verify([part(1, { headAt: at }), part(2, { isEnd: true })])).result.headAt).toBe(at);
});
