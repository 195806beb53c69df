// What is taken away in the middle of an upload: the right to add, the room at the store. It fails at once and in its own words, and goes on
// once it is given back.
import { err, MIB, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { failureWords } from './failure-words.ts';
import { createMemory, mortal } from './interrupted-world.contract.ts';
import type { TransferFailure } from './machine.ts';
import type { TransferPorts } from './ports.ts';
import { shownOf } from './shown.ts';
import {
  createWorld,
  file,
  phases,
  settled,
  storedNumbers,
  target,
  until,
} from './transfer-world.contract.ts';

const BIG = 60 * MIB;
/** No part is sent more than once into a full store. */
const LINES_AT_MOST = 6;
const big = () => file(['big.bin'], Buffer.alloc(BIG, 1));
const wordsOf = (failure: TransferFailure | undefined): string =>
  failureWords((key: string) => key, failure ?? { code: 'none' });

/** The same ports, where every call about an upload is refused while `refusal` says so. */
function guarded(ports: TransferPorts, refusal: () => TransferFailure | undefined): TransferPorts {
  const { api } = ports;
  const unless =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      const refused = refusal();
      return refused === undefined ? await call(...args) : err(refused);
    };
  return {
    ...ports,
    api: {
      ...api,
      createUpload: unless(api.createUpload),
      createUploads: unless(api.createUploads),
      signParts: unless(api.signParts),
      getUpload: unless(api.getUpload),
      completeUpload: unless(api.completeUpload),
    },
  };
}

test.each([
  ['not_allowed', 'transfer.error.not_allowed'],
  ['node_not_found', 'transfer.error.node_not_found'],
])(
  'a right that is lost on the way (%s) is told at once; once it is back only the rest is sent',
  async (code, words) => {
    const world = createWorld();
    let isLost = false;
    world.afterPut(3, () => {
      isLost = true;
    });
    const engine = createTransferEngine(guarded(world.ports, () => (isLost ? { code } : undefined)));
    engine.add(target, [big()]);
    await settled(engine);
    const [row] = shownOf(engine.view()).rows;
    expect(row).toMatchObject({ phase: 'failed', failure: { code } });
    expect(wordsOf(row?.failure)).toBe(words);
    expect(world.committed()).toEqual([]);
    isLost = false;
    engine.retryAll();
    await settled(engine);
    expect(phases(engine)).toEqual(['done']);
    expect(world.sentTwice()).toEqual([]);
  },
);

test('a reservation that the server has ended meanwhile is made anew', async () => {
  const world = createWorld();
  let refusal: TransferFailure | undefined;
  world.afterPut(3, () => {
    refusal = { code: 'not_allowed' };
  });
  let isEnded = false;
  const engine = createTransferEngine(
    guarded(world.ports, () => {
      if (!isEnded) return refusal;
      isEnded = false;
      return { code: 'upload_not_found' };
    }),
  );
  engine.add(target, [big()]);
  await settled(engine);
  refusal = undefined;
  isEnded = true;
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(2);
});

test('a page that ends after that goes on with the new reservation, and leaves none behind', async () => {
  const world = createWorld();
  const memory = createMemory();
  const { api } = world.ports;
  const keep = memory.page();
  let isEnding = true;
  const page = mortal({
    ...world.ports,
    keep: () => keep,
    api: {
      ...api,
      signParts: async (id, ...rest) => {
        if (!isEnding) return await api.signParts(id, ...rest);
        isEnding = false;
        await api.abortUpload(id);
        return err({ code: 'upload_not_found' });
      },
    },
  });
  let isOver = false;
  world.afterPut(3, () => {
    page.kill();
    isOver = true;
  });
  const entry = big();
  createTransferEngine(page.ports).add(target, [entry]);
  await until(() => isOver);
  const later = memory.page();
  const engine = createTransferEngine({ ...world.ports, keep: () => later });
  await engine.takeUp();
  engine.offer(entry.kind === 'file' && entry.file !== undefined ? [entry.file] : []);
  await until(() => engine.view().summary.done === 1);
  expect(await api.listUploads(new AbortController().signal)).toEqual({ ok: true, value: { uploads: [] } });
  expect(memory.kept()).toBe(0);
});

test('a store without room is not asked again and again, says so, and goes on when there is some', async () => {
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
  engine.add(target, [big()]);
  await settled(engine);
  const [row] = shownOf(engine.view()).rows;
  expect(row?.phase).toBe('failed');
  expect(wordsOf(row?.failure)).toBe('transfer.error.store_full');
  expect(refusals).toBeLessThanOrEqual(LINES_AT_MOST);
  const before = storedNumbers(world).length;
  isFull = false;
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(before).toBeGreaterThanOrEqual(3);
  expect(world.sentTwice()).toEqual([]);
});

test('what met a full store frees its room when it is given up', async () => {
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

test('the words for a full store are the same, whoever met it', () => {
  expect(wordsOf({ code: 'store_refused', facts: { diagnosis: 'InsufficientStorage' } })).toBe(
    'transfer.error.store_full',
  );
  expect(wordsOf({ code: 'store_refused', facts: { diagnosis: 'AccessDenied' } })).toBe(
    'transfer.error.store_refused',
  );
});

test('what only another file can mend is not offered to be tried again, and is not', async () => {
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
