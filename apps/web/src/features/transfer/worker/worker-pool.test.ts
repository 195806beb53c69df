import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

let started = 0;
let ended = 0;

class FakeWorker {
  onmessage: unknown = undefined;
  constructor() {
    started += 1;
  }
  postMessage(): void {
    // This worker never answers.
  }
  terminate(): void {
    ended += 1;
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', new URL('https://coffer.example/'));
});
afterEach(() => vi.unstubAllGlobals());

test('a closed pool leaves no worker behind', async () => {
  const pool = createWorkerPool();
  pool.close();
  expect(ended).toBe(0);
  const stop = new AbortController();
  const hashing = pool.hash([new Blob(['a']), new Blob(['b'])], { withMd5: false }, stop.signal);
  pool.close();
  expect([started, ended]).toEqual([2, 2]);
  stop.abort(new DOMException('ended', 'AbortError'));
  await expect(hashing).rejects.toThrow('ended');
});
