import { MIB, MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createWorld, ended, fallingSilent } from './download.world.ts';
import { DownloadEngine } from './engine.ts';
import { unzippedTexts } from './zip-reader.world.ts';

const TREE = {
  Trip: {
    'day 1': { 'a.txt': 'A', 'b.txt': 'B'.repeat(3_000_000), 'leer.txt': '' },
    empty: {},
    'تقرير.txt': 'تقرير',
  },
  'loose.txt': 'loose',
};
const WHOLE = {
  'Trip/': null,
  'Trip/day 1/': null,
  'Trip/day 1/a.txt': 'A',
  'Trip/day 1/b.txt': 'B'.repeat(3_000_000),
  'Trip/day 1/leer.txt': '',
  'Trip/empty/': null,
  'Trip/تقرير.txt': 'تقرير',
  'loose.txt': 'loose',
};

test('a selection is downloaded as one zip file of the announced size', async () => {
  const { engine, roots, sinks } = createWorld(TREE);
  engine.start(roots, 'Files');
  const download = await ended(engine, 'done', 'failed');
  expect(download).toMatchObject({ name: 'Files.zip', phase: 'done', files: 5, filesDone: 5 });
  expect(download.doneBytes).toBe(download.sizeBytes);
  const [sink] = sinks;
  const zip = Buffer.concat(sink?.bytes ?? []);
  expect([sink?.state, sink?.file.sizeBytes]).toEqual(['closed', zip.length]);
  expect(unzippedTexts(zip)).toEqual(WHOLE);
});

test('a broken connection resumes at its offset, and an expired URL is signed again', async () => {
  const { engine, roots, sinks, seen } = createWorld(TREE, {
    onGet: ({ name, from, count }) => {
      if (name === 'b.txt' && count === 1) return new Response('B'.repeat(1_000_000));
      if (name === 'b.txt' && count === 2) return 'broken';
      if (name === 'b.txt' && count === 3) return new Response('over', { status: 403 });
      if (name === 'b.txt' && from !== 1_000_000) throw new Error(`asked again from ${from}`);
      if (name === 'a.txt' && count === 1) return new Response('busy', { status: 503 });
      return undefined;
    },
  });
  engine.start(roots, 'Files');
  expect((await ended(engine, 'done', 'failed')).phase).toBe('done');
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(WHOLE);
  expect(seen.signed).toBe(2);
});

test.each([
  ['that falls silent on its way', fallingSilent('B'.repeat(1_000_000)), 1_000_000],
  ['that does not answer', 'silent' as const, 0],
])('a connection %s times out after two minutes and resumes at its offset', async (_, answer, stood) => {
  const asked: number[] = [];
  const { engine, roots, sinks, clock } = createWorld(TREE, {
    onGet: ({ name, from, count }) => {
      if (name !== 'b.txt') return undefined;
      asked.push(from);
      return count === 1 ? answer : undefined;
    },
  });
  engine.start(roots, 'Files');
  await expect.poll(() => engine.view()[0]?.doneBytes).toBe(16 + stood);
  await expect.poll(() => asked).toEqual([0]);
  clock.pass(2 * MINUTE_MS - 1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(asked).toEqual([0]);
  clock.pass(1);
  expect((await ended(engine, 'done', 'failed')).phase).toBe('done');
  expect(asked).toEqual([0, stood]);
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(WHOLE);
});

test('a slow consumer does not cause a timeout', async () => {
  const taking = Promise.withResolvers<undefined>();
  const { engine, roots, seen, sinks, clock } = createWorld(TREE, {
    onWrite: async (written) => {
      if (written === 3) await taking.promise;
    },
  });
  engine.start(roots, 'Files');
  await expect.poll(() => sinks[0]?.bytes.length).toBe(3);
  clock.pass(60 * MINUTE_MS);
  taking.resolve(undefined);
  await ended(engine, 'done');
  expect(seen.gets).toBe(4);
});

test('a paused download closes its connection, asks for nothing, and goes on at its offset', async () => {
  const asked: number[] = [];
  let isClosed = false;
  const half = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('B'.repeat(1_000_000))),
    cancel: () => void (isClosed = true),
  });
  const { engine, roots, sinks, seen, clock } = createWorld(TREE, {
    onGet: ({ name, from, count }) => {
      if (name !== 'b.txt') return undefined;
      asked.push(from);
      return count === 1 ? new Response(half) : undefined;
    },
  });
  engine.start(roots, 'Files');
  await expect.poll(() => engine.view()[0]?.doneBytes).toBe(16 + 1_000_000);
  const id = engine.view()[0]?.id ?? '';
  engine.pause(id);
  await expect.poll(() => isClosed).toBe(true);
  expect(engine.view()[0]).toMatchObject({ phase: 'paused', waitingFor: undefined });
  const { gets, signed } = seen;
  clock.pass(60 * MINUTE_MS);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([seen.gets, seen.signed, asked]).toEqual([gets, signed, [0]]);
  engine.resume(id);
  expect((await ended(engine, 'done', 'failed')).phase).toBe('done');
  expect(asked).toEqual([0, 1_000_000]);
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(WHOLE);
});

test('a paused download can be cancelled, and only what runs can be paused', async () => {
  const { engine, roots, sinks } = createWorld(TREE, {
    onGet: ({ name }) => (name === 'b.txt' ? fallingSilent('B'.repeat(1_000_000)) : undefined),
  });
  engine.start(roots, 'Files');
  await expect.poll(() => engine.view()[0]?.doneBytes).toBe(16 + 1_000_000);
  const id = engine.view()[0]?.id ?? '';
  engine.resume(id);
  engine.pause(id);
  engine.pause(id);
  expect(engine.view()[0]?.phase).toBe('paused');
  engine.dismiss(id);
  expect((await ended(engine, 'stopped')).phase).toBe('stopped');
  await expect.poll(() => sinks[0]?.state).toBe('aborted');
  engine.pause(id);
  expect(engine.view()[0]?.phase).toBe('stopped');
});

test('a deleted file stops the download, is named and can be excluded', async () => {
  const { engine, roots, sinks, gone } = createWorld(TREE);
  gone.add('a.txt');
  engine.start(roots, 'Files');
  const failed = await ended(engine, 'failed', 'done');
  expect(failed.failure).toMatchObject({ code: 'file_gone', entries: [{ name: 'a.txt' }] });
  expect(sinks.map(({ state }) => state)).toEqual(['aborted']);
  engine.retryWithout(failed.id);
  expect(await ended(engine, 'done')).toMatchObject({ files: 4, excluded: 1 });
  const { 'Trip/day 1/a.txt': _, ...rest } = WHOLE;
  expect(unzippedTexts(Buffer.concat(sinks[1]?.bytes ?? []))).toEqual(rest);
});

const PART = { status: 206 };

test.each([
  ['that the store has lost', () => new Response('', { status: 404 }), 'file_gone'],
  ['that is longer than it was', () => new Response('loose and more'), 'file_gone'],
  ['that the store does not hand out', () => new Response('no', { status: 403 }), 'store_refused'],
  ['that the store found damaged', () => new Response('damaged', { status: 500 }), 'store_refused'],
  ['of which the store has less', ({ from }) => new Response('loo'.slice(from), PART), 'store_refused'],
] satisfies [string, (request: { readonly from: number }) => Response, string][])(
  'a file %s never makes a short zip file',
  async (_, answer, code) => {
    const { engine, roots, sinks } = createWorld(TREE, {
      onGet: (request) => (request.name === 'loose.txt' ? answer(request) : undefined),
    });
    engine.start(roots, 'Files');
    expect((await ended(engine, 'failed', 'done')).failure).toMatchObject({
      code,
      entries: [{ name: 'loose.txt' }],
    });
    expect(sinks[0]?.state).toBe('aborted');
  },
);

test('all damaged files are named before the download starts and can be excluded', async () => {
  const { engine, roots, sinks } = createWorld({ ...TREE, 'one.txt': '1', 'two.txt': '2' });
  engine.start(
    roots.map((root) => (/^(one|two)/.test(root.name) ? { ...root, isDamaged: true as const } : root)),
    'Files',
  );
  const failed = await ended(engine, 'failed');
  expect(failed.failure).toMatchObject({
    code: 'file_damaged',
    entries: [{ name: 'one.txt' }, { name: 'two.txt' }],
  });
  expect(sinks).toEqual([]);
  engine.retryWithout(failed.id);
  expect(await ended(engine, 'done')).toMatchObject({ files: 5, excluded: 2 });
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(WHOLE);
});

test('a download waits for a busy server and for an expired session', async () => {
  const { engine, roots, sinks, seen, clock } = createWorld(TREE, {
    refusals: [{ code: 'rate_limited', retryAfterMs: 5 }, { code: 'not_signed_in' }, { code: 'offline' }],
  });
  engine.start(roots, 'Files');
  await expect.poll(() => seen.listed).toBe(1);
  clock.pass(4);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(seen.listed).toBe(1);
  clock.pass(1);
  await ended(engine, 'done');
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(WHOLE);
});

test('a deleted folder fails the download', async () => {
  const { engine, roots } = createWorld(TREE, { refusals: [{ code: 'node_not_found' }] });
  engine.start(roots, 'Files');
  expect((await ended(engine, 'failed', 'done')).failure?.code).toBe('node_not_found');
});

const MANY = Object.fromEntries(
  Array.from({ length: 450 }, (_, index) => [`${String(index).padStart(3, '0')}.txt`, `content ${index}`]),
);

test('small files are fetched in parallel and signed by the hundred', async () => {
  const { engine, roots, sinks, seen } = createWorld(MANY);
  engine.start(roots, 'Many');
  await ended(engine, 'done');
  expect(unzippedTexts(Buffer.concat(sinks[0]?.bytes ?? []))).toEqual(MANY);
  expect(seen).toMatchObject({ signed: 5, gets: 450, most: 6 });
});

test('cancelling stops every request and leaves no file', async () => {
  const world = createWorld(TREE, {
    onWrite: (written) => {
      if (written === 1) world.engine.dismiss(world.engine.view()[0]?.id ?? '');
    },
  });
  world.engine.start(world.roots, 'Files');
  const stopped = await ended(world.engine, 'stopped', 'done', 'failed');
  expect(stopped.phase).toBe('stopped');
  await expect.poll(() => world.sinks[0]?.state).toBe('aborted');
  const { gets } = world.seen;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(world.seen.gets).toBe(gets);
  world.engine.dismiss(stopped.id);
  expect(world.engine.view()).toEqual([]);
});

test('a download that the browser holds back at its end can be cancelled', async () => {
  const { ports, roots } = createWorld(TREE);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let isAborted = false;
  const engine = new DownloadEngine({
    ...ports,
    openSink: () =>
      Promise.resolve({
        write: () => Promise.resolve(),
        close: () => {
          engine.dismiss(engine.view()[0]?.id ?? '');
          return promise;
        },
        abort: () => void (isAborted = true),
      }),
  });
  engine.start(roots, 'Files');
  await expect.poll(() => isAborted).toBe(true);
  resolve(undefined);
  expect((await ended(engine, 'stopped', 'done')).phase).toBe('stopped');
});

test('addresses that expired are renewed together', async () => {
  const films = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.mp4`, 'x'.repeat(MIB + 1)]));
  const world = createWorld(films, {
    onGet: () => {
      world.clock.pass(MINUTE_MS);
      return undefined;
    },
  });
  world.engine.start(world.roots, 'Films');
  expect((await ended(world.engine, 'done', 'failed')).phase).toBe('done');
  // Each URL is used for up to four minutes.
  expect(world.seen.signed).toBeLessThanOrEqual(4);
});

test('a download cancelled in the browser is not a failure', async () => {
  const { engine, roots } = createWorld(TREE, {
    onWrite: () => Promise.reject(new DOMException('stopped in the browser', 'AbortError')),
  });
  engine.start(roots, 'Files');
  expect(await ended(engine, 'stopped', 'failed', 'done')).toMatchObject({
    phase: 'stopped',
    failure: undefined,
  });
});

test('a sign-out stops and forgets all downloads', async () => {
  const world = createWorld(TREE, { onWrite: () => world.engine.wipe() });
  world.engine.start(world.roots, 'Files');
  await expect.poll(() => world.sinks[0]?.state).toBe('aborted');
  expect(world.engine.view()).toEqual([]);
});
