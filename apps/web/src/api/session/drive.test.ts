import { afterEach, expect, test, vi } from 'vitest';
import { isTemporary } from '../../lib/retry/call-failure.ts';
import { apiErrorOf } from '../calls/error.ts';
import { makeQueryCache } from '../calls/query-cache.ts';
import { driveQuery } from './drive.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function answerTo(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('location', { origin: 'https://files.example' });
  vi.stubGlobal('fetch', answer);
  try {
    return await makeQueryCache().fetchQuery(driveQuery());
  } catch (cause) {
    return isTemporary(apiErrorOf(cause)) ? 'temporary' : 'lasting';
  }
}

test('only an answer of the server decides whether there is a drive', async () => {
  const drive = new Response(null, { headers: { dav: '1' } });
  expect(await answerTo(() => Promise.resolve(drive))).toBe('https://files.example/dav/');
  expect(await answerTo(() => Promise.resolve(new Response(null, { status: 404 })))).toBeNull();
  expect(await answerTo(() => Promise.resolve(new Response(null, { status: 503 })))).toBe('temporary');
  expect(await answerTo(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('temporary');
});
