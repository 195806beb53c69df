import { LIMITS } from '@coffer/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiErrorOf } from '../calls/error.ts';
import { type LinkId, revokeLinks } from './link-lists.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the parser of the server creates this brand
const IDS = Array.from({ length: LIMITS.linksAtOnce + 1 }, (_, index) => `link-${index}`) as LinkId[];
const FIRST = IDS.slice(0, LIMITS.linksAtOnce);

let answers: Response[] = [];

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const done = (ids: readonly string[]): Response =>
  new Response(JSON.stringify({ items: ids.map((id) => ({ id, outcome: 'done' })) }));
const refusal = (): Response =>
  new Response(JSON.stringify({ type: 't', title: 't', status: 409, code: 'conflict', requestId: 'r1' }), {
    status: 409,
    headers: { 'content-type': 'application/problem+json' },
  });

test('links that the server refuses are not among those that are done', async () => {
  const items = [{ id: 'link-0', outcome: 'failed', code: 'not_allowed' }];
  answers = [new Response(JSON.stringify({ items }))];
  expect(await revokeLinks(IDS.slice(0, 1))).toEqual({ done: [] });
});

test('a batch that fails does not hide the links of the earlier ones', async () => {
  answers = [done(FIRST), refusal()];
  const { done: revoked, failure } = await revokeLinks(IDS);
  expect(revoked).toEqual(FIRST);
  expect(failure).toBeDefined();
  answers = [refusal()];
  await expect(revokeLinks(IDS).catch((cause: unknown) => apiErrorOf(cause).code)).resolves.toBeTypeOf(
    'string',
  );
});
