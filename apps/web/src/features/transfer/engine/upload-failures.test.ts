import { err, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { failureMessage } from '../ui/failure-messages.ts';
import { createBrowser } from './crashing-page.world.ts';
import type { TransferFailure } from '../model/machine.ts';
import type { TransferPorts } from '../send/ports.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, filesOf, largeFile, target } from './entries.world.ts';
import { createWorld, phases, settled, storedNumbers, until } from './transfer.world.ts';

/** The most requests while the store is full: no part is sent twice. */
const PUTS_MAX = 6;
const messageOf = (failure: TransferFailure | undefined): string =>
  failureMessage((key: string) => key, failure ?? { code: 'none' });

function refusingPorts(ports: TransferPorts, refusal: () => TransferFailure | undefined): TransferPorts {
  const { api } = ports;
  const unlessRefused =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      const refused = refusal();
      return refused === undefined ? await call(...args) : err(refused);
    };
  return {
    ...ports,
    api: {
      ...api,
      createUpload: unlessRefused(api.createUpload),
      createUploads: unlessRefused(api.createUploads),
      signParts: unlessRefused(api.signParts),
      getUpload: unlessRefused(api.getUpload),
      completeUpload: unlessRefused(api.completeUpload),
    },
  };
}

test.each([
  ['not_allowed', 'transfer.error.not_allowed'],
  ['node_not_found', 'transfer.error.node_not_found'],
])(
  'a permission lost during an upload (%s) fails it at once, and with it restored only the rest is sent',
  async (code, words) => {
    const world = createWorld();
    let isLost = false;
    world.afterPut(3, () => {
      isLost = true;
    });
    const engine = createTransferEngine(refusingPorts(world.ports, () => (isLost ? { code } : undefined)));
    engine.add(target, [largeFile()]);
    await settled(engine);
    const [row] = trayViewOf(engine.view()).rows;
    expect(row).toMatchObject({ phase: 'failed', failure: { code } });
    expect(messageOf(row?.failure)).toBe(words);
    expect(world.committed()).toEqual([]);
    isLost = false;
    engine.retryAll();
    await settled(engine);
    expect(phases(engine)).toEqual(['done']);
    expect(world.sentTwice()).toEqual([]);
  },
);

test('an upload that the server ended is reserved again', async () => {
  const world = createWorld();
  let refusal: TransferFailure | undefined;
  world.afterPut(3, () => {
    refusal = { code: 'not_allowed' };
  });
  let isEnded = false;
  const engine = createTransferEngine(
    refusingPorts(world.ports, () => {
      if (!isEnded) return refusal;
      isEnded = false;
      return { code: 'upload_not_found' };
    }),
  );
  engine.add(target, [largeFile()]);
  await settled(engine);
  refusal = undefined;
  isEnded = true;
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(2);
});

test('after a crash, the next page resumes the new reservation and leaves no other open', async () => {
  const { world, crashAfter, nextPage, storedBatches } = createBrowser();
  const { api } = world.ports;
  let isEnding = true;
  const signParts: typeof api.signParts = async (id, ...rest) => {
    if (!isEnding) return await api.signParts(id, ...rest);
    isEnding = false;
    await api.abortUpload(id);
    return err({ code: 'upload_not_found' });
  };
  const entries = [largeFile()];
  await crashAfter(3, entries, { ...world.ports, api: { ...api, signParts } });
  const engine = await nextPage();
  engine.matchFiles(filesOf(entries));
  await until(() => engine.view().summary.done === 1);
  expect(await api.listUploads(new AbortController().signal)).toEqual({ ok: true, value: { uploads: [] } });
  expect(storedBatches()).toBe(0);
});

test('a full store fails the upload without repeated attempts, and a retry succeeds once there is room', async () => {
  const world = createWorld();
  let refusals = 0;
  let isFull = false;
  world.afterPut(3, () => {
    isFull = true;
  });
  const engine = createTransferEngine({
    ...world.ports,
    put: async (...call) => {
      if (!isFull) return await world.ports.put(...call);
      refusals += 1;
      return { kind: 'refused', status: 507, code: 'InsufficientStorage' };
    },
  });
  engine.add(target, [largeFile()]);
  await settled(engine);
  const [row] = trayViewOf(engine.view()).rows;
  expect(row?.phase).toBe('failed');
  expect(messageOf(row?.failure)).toBe('transfer.error.store_full');
  expect(refusals).toBeLessThanOrEqual(PUTS_MAX);
  const before = storedNumbers(world).length;
  isFull = false;
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(before).toBeGreaterThanOrEqual(3);
  expect(world.sentTwice()).toEqual([]);
});

test('cancelling an upload that failed on a full store frees its reservation', async () => {
  const world = createWorld({
    puts: [{ kind: 'refused', status: 507, code: 'InsufficientStorage' }],
  });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['failed']);
  engine.cancelAll();
  await until(() => world.aborted.length === 1);
  expect(phases(engine)).toEqual(['cancelled']);
});

test('a full store has the same message, whether browser or server reports it', () => {
  expect(messageOf({ code: 'store_refused', facts: { diagnosis: 'InsufficientStorage' } })).toBe(
    'transfer.error.store_full',
  );
  expect(messageOf({ code: 'store_refused', facts: { diagnosis: 'AccessDenied' } })).toBe(
    'transfer.error.store_refused',
  );
});

test('a failure of the file itself offers no retry, and retrying all skips it', async () => {
  const world = createWorld();
  const { api } = world.ports;
  let asked = 0;
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      createUpload: async (body, ...rest) => {
        if (body.name !== 'bad.txt') return await api.createUpload(body, ...rest);
        asked += 1;
        return err({ code: 'invalid_request' });
      },
      createUploads: async (bodies, ...rest) => {
        const answer = await api.createUploads(bodies, ...rest);
        if (!answer.ok) return answer;
        const items = answer.value.items.map((item, index) =>
          bodies[index]?.name === 'late.txt' ? { outcome: 'failed' as const, code: 'quota_exceeded' } : item,
        );
        return ok({ items });
      },
    },
  });
  engine.add(target, [file(['bad.txt'], 'bad')]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ failed: 1, retriable: 0 });
  engine.add(target, [file(['late.txt'], 'late'), file(['fine.txt'], 'fine')]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ failed: 2, retriable: 1, done: 1 });
  const before = asked;
  engine.retryAll();
  await settled(engine);
  expect(asked).toBe(before);
  expect(engine.view().summary).toMatchObject({ failed: 1, retriable: 0, done: 2 });
});
