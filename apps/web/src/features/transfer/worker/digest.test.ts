import { createHash } from 'node:crypto';
import { LIMITS } from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { digestEach } from './digest.ts';
import { isReadable, READ_TIMEOUT_MS } from './read-with-timeout.ts';

const LARGE = LIMITS.bundleFileMaxBytes + 1;

class LostBlob extends Blob {
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({
      type: 'bytes',
      pull: (controller) => controller.error(new DOMException('the file is gone', 'NotFoundError')),
    });
  }
  override slice(): Blob {
    return this;
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    throw new DOMException('the file is gone', 'NotFoundError');
  }
}

/** A Blob whose first reads neither resolve nor reject. */
class SilentBlob extends Blob {
  reads = 0;
  silent = 1;
  override slice(): Blob {
    return this;
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.reads += 1;
    if (this.reads > this.silent) return super.stream();
    return new ReadableStream({ type: 'bytes', pull: forever, cancel: forever });
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    this.reads += 1;
    return this.reads > this.silent ? await super.arrayBuffer() : await forever();
  }
}

const forever = (): Promise<never> => new Promise(() => undefined);
const { signal } = new AbortController();
const options = { withMd5: false, signal };

async function digestsOf(slices: readonly Blob[]) {
  return (await allOf(digestEach(slices, options))).map((sums) => sums?.sha256);
}

async function allOf(started: ReturnType<typeof digestEach>) {
  return await Promise.all(await started);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

afterEach(() => vi.useRealTimers());

test('unreadable files do not affect others, empty, small or large', async () => {
  const large = 'large'.repeat(LARGE);
  const slices = [
    new LostBlob(['before']),
    new Blob(['small']),
    new LostBlob([large]),
    new Blob(),
    new Blob([large]),
    new LostBlob([large]),
    new Blob(['after']),
  ];
  expect(await digestsOf(slices)).toEqual([
    undefined,
    sha256('small'),
    undefined,
    sha256(''),
    sha256(large),
    undefined,
    sha256('after'),
  ]);
});

test('many files keep their order and pass on their bytes on request', async () => {
  const texts = Array.from({ length: 120 }, (_, index) => (index === 60 ? 'x'.repeat(LARGE) : `${index}`));
  const given = new Map<number, string>();
  const sums = await allOf(
    digestEach(
      texts.map((text) => new Blob([text])),
      { ...options, onSmall: (index, bytes) => given.set(index, new TextDecoder().decode(bytes)) },
    ),
  );
  expect(sums.map((one) => one?.sha256)).toEqual(texts.map(sha256));
  expect(given).toEqual(new Map([...texts.entries()].filter(([index]) => index !== 60)));
});

test.each([false, true])(
  'large files are read one after another into the same buffer, with MD5 %s',
  async (withMd5) => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(4 * LARGE));
    const sums = await allOf(
      digestEach(
        texts.map((text) => new Blob([text])),
        { ...options, withMd5 },
      ),
    );
    expect(sums.map((one) => one?.sha256)).toEqual(texts.map(sha256));
    expect(sums.map((one) => one?.md5)).toEqual(
      texts.map((text) => (withMd5 ? createHash('md5').update(text).digest('base64') : undefined)),
    );
  },
);

test.each([
  ['small', 'tiny'],
  ['large', 'x'.repeat(LARGE)],
])('a lost read of a %s file is repeated and blocks no other', async (_, text) => {
  vi.useFakeTimers();
  const silent = new SilentBlob([text]);
  const reading = digestsOf([silent, new Blob(['after'])]);
  await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS + 1);
  vi.useRealTimers();
  expect(await reading).toEqual([sha256(text), sha256('after')]);
  expect(silent.reads).toBe(2);
});

test('a file whose reads are all lost is unreadable', async () => {
  vi.useFakeTimers();
  const silent = new SilentBlob(['x'.repeat(LARGE)]);
  silent.silent = Infinity;
  const reading = digestsOf([silent, new Blob(['after'])]);
  await vi.advanceTimersByTimeAsync(3 * READ_TIMEOUT_MS);
  vi.useRealTimers();
  expect(await reading).toEqual([undefined, sha256('after')]);
});

function createSlowDrive(bytesPerMs: number, isShared: boolean) {
  const readers = new Set<{ left: number; go: () => void }>();
  const tick = (): void => {
    let budget = bytesPerMs * TICK_MS;
    const share = isShared ? budget / readers.size : budget;
    for (const reader of readers) {
      const given = Math.min(reader.left, share, budget);
      reader.left -= given;
      budget -= given;
      if (reader.left > 0) continue;
      readers.delete(reader);
      reader.go();
    }
  };
  setInterval(tick, TICK_MS);
  return class extends Blob {
    override async arrayBuffer(): Promise<ArrayBuffer> {
      await new Promise<void>((go) => readers.add({ left: this.size, go }));
      return await super.arrayBuffer();
    }
  };
}

const TICK_MS = 100;
const LONG_MS = 120_000;

test.each([
  { case: 'a share at 200 KB/s', bytesPerMs: 200, isShared: true, size: LIMITS.bundleFileMaxBytes, count: 8 },
  {
    case: 'a queue at 200 KB/s',
    bytesPerMs: 200,
    isShared: false,
    size: LIMITS.bundleFileMaxBytes,
    count: 8,
  },
  { case: 'files from afar, one by one', bytesPerMs: 4, isShared: false, size: 4_096, count: 25 },
])('parallel reads do not time out each other: $case', async (given) => {
  const { bytesPerMs, isShared, size, count } = given;
  vi.useFakeTimers();
  const Slow = createSlowDrive(bytesPerMs, isShared);
  const reading = digestsOf(Array.from({ length: count }, () => new Slow([new Uint8Array(size)])));
  for (let ms = 0; ms < LONG_MS; ms += TICK_MS) await vi.advanceTimersByTimeAsync(TICK_MS);
  vi.useRealTimers();
  const sum = createHash('sha256').update(new Uint8Array(size)).digest('base64');
  expect(await reading).toEqual(Array.from({ length: count }, () => sum));
});

test('the check for a deleted file is repeated when its read is lost', async () => {
  vi.useFakeTimers();
  const silent = new SilentBlob(['x']);
  const lost = new LostBlob(['x']);
  const checks = Promise.all([isReadable(silent), isReadable(lost)]);
  await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS + 1);
  vi.useRealTimers();
  expect(await checks).toEqual([true, false]);
  expect(silent.reads).toBe(2);
});
