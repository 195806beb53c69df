// Two devices of one person: what the one is at, the other leaves alone. Who is at what says the server, whatever the clocks of the devices say.
import { LIMITS, UploadId } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { discardAll, isDiscarded } from './discard.ts';
import { createTransferEngine } from './engine.ts';
import { holdOpen } from './hold.ts';
import { createMemory, mortal } from './interrupted-world.contract.ts';
import type { Entry, TransferEngine } from './transfer-engine.ts';
import { shownOf } from './shown.ts';
import { createWorld, file, settled, target, until } from './transfer-world.contract.ts';

const film = (name = 'film.bin'): Entry => file([name], Buffer.alloc(60 * MIB, 1));
const rows = (engine: TransferEngine) =>
  shownOf(engine.view()).rows.map(
    ({ name, phase, lack }) => `${name} ${phase}${lack === undefined ? '' : ` ${lack}`}`,
  );
const filesOf = (entries: readonly Entry[]): File[] =>
  entries.flatMap((entry) => (entry.kind === 'file' && entry.file !== undefined ? [entry.file] : []));

afterEach(() => {
  vi.useRealTimers();
});

/** A laptop in the middle of uploads, and a phone that looks every minute, which here are some milliseconds. */
async function twoDevices(entries: readonly Entry[] = [film()]) {
  const world = createWorld({ slow: true });
  const page = mortal(world.ports);
  const laptop = createTransferEngine(page.ports);
  laptop.add(target, entries);
  const idOf = (name: string): UploadId | undefined =>
    [...laptop.jobs.values()].find(({ transfer }) => transfer.name === name)?.transfer.uploadId;
  const names = entries.flatMap(({ path }) => path.slice(-1));
  await until(() => names.every((name) => idOf(name) !== undefined));
  laptop.pauseAll();
  const hold = (...held: readonly string[]): void => {
    world.held.clear();
    for (const name of held) world.held.add(idOf(name) ?? '');
  };
  hold(...names);
  const keep = createMemory().page();
  const phone = createTransferEngine({ ...world.ports, keep: () => keep });
  return { world, laptop, phone, hold, idOf, kill: page.kill };
}

test('what another device is at is shown so, wanted for nothing, and taken over by nobody', async () => {
  const { world, phone } = await twoDevices();
  await phone.takeUp();
  expect(rows(phone)).toEqual(['film.bin interrupted held']);
  expect(phone.view().summary).toMatchObject({ interrupted: 1, held: 1, open: 0, failed: 0 });
  expect(phone.offer(filesOf([film()]))).toBe(0);
  expect(world.aborted).toEqual([]);
});

test('a clock that is wrong by hours changes nothing', async () => {
  const { phone } = await twoDevices();
  for (const wrong of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(wrong) });
    await phone.takeUp();
    expect(rows(phone)).toEqual(['film.bin interrupted held']);
  }
});

test('a device that is gone leaves its upload to be taken over; one that comes back has it again', async () => {
  const { laptop, phone, hold } = await twoDevices();
  await phone.takeUp();
  hold();
  await until(() => rows(phone).join() === 'film.bin interrupted elsewhere');
  expect(phone.view().summary).toMatchObject({ interrupted: 1, held: 0 });
  // The laptop wakes. Nobody looks by himself any more, but whoever is asked to discard it does.
  hold('film.bin');
  const [row] = shownOf(phone.view()).rows;
  if (row === undefined) throw new Error('there is a row');
  expect(await isDiscarded(phone, row)).toBe(false);
  expect(rows(phone)).toEqual(['film.bin interrupted held']);
  laptop.resumeAll();
  await settled(laptop);
  expect(laptop.view().summary).toMatchObject({ done: 1 });
});

test('what nobody is at any more is discarded at once', async () => {
  const { world, phone, hold, idOf } = await twoDevices();
  hold();
  await phone.takeUp();
  const [row] = shownOf(phone.view()).rows;
  if (row === undefined) throw new Error('there is a row');
  expect(await isDiscarded(phone, row)).toBe(true);
  await until(() => world.aborted.length === 1);
  expect(world.aborted).toEqual([idOf('film.bin')]);
});

test('what is taken over by its file is not another device’s any more', async () => {
  const { world, phone, hold, kill } = await twoDevices();
  kill();
  await phone.takeUp();
  hold();
  await until(() => rows(phone).join() === 'film.bin interrupted elsewhere');
  expect(phone.offer(filesOf([film()]))).toBe(1);
  hold('film.bin');
  await phone.takeUp();
  await settled(phone);
  expect(phone.view().summary).toMatchObject({ done: 1, held: 0, total: 1 });
  expect(world.created).toBe(1);
  expect(world.sentTwice()).toEqual([]);
});

test('what arrives there is here; what is given up there is over', async () => {
  const { world, laptop, phone, idOf } = await twoDevices([
    film('one.bin'),
    film('two.bin'),
    film('three.bin'),
  ]);
  await phone.takeUp();
  expect(phone.view().summary.held).toBe(3);
  let arrivals = 0;
  phone.onArrival(() => {
    arrivals += 1;
  });
  for (const { transfer } of laptop.jobs.values())
    if (transfer.name === 'one.bin') laptop.resume(transfer.id);
    else if (transfer.name === 'two.bin') laptop.cancel(transfer.id);
  await settled(laptop);
  await until(() => phone.view().summary.held === 1);
  expect(rows(phone).toSorted()).toEqual([
    'one.bin done held',
    'three.bin interrupted held',
    'two.bin cancelled held',
  ]);
  expect(arrivals).toBe(1);
  expect(world.aborted).toEqual([idOf('two.bin')]);
});

test('of a list that is full nobody concludes what is over', async () => {
  const { world, laptop, phone } = await twoDevices();
  const { api } = world.ports;
  let isFull = false;
  let looks = 0;
  const crowd = {
    ...world.ports,
    api: {
      ...api,
      listUploads: async (signal: AbortSignal) => {
        looks += 1;
        const listed = await api.listUploads(signal);
        if (!listed.ok || !isFull) return listed;
        const [one] = listed.value.uploads;
        if (one === undefined) return listed;
        const others = Array.from({ length: LIMITS.uploadsListed }, (_, index) => ({
          ...one,
          upload: {
            ...one.upload,
            partCount: 1,
            id: UploadId.parse(`00000000-0000-7000-8000-${String(index + 9_000).padStart(12, '0')}`),
          },
        }));
        return { ok: true as const, value: { uploads: others } };
      },
    },
  };
  const other = createTransferEngine(crowd);
  await other.takeUp();
  expect(rows(other)).toEqual(['film.bin interrupted held']);
  isFull = true;
  const before = looks;
  await until(() => looks > before + 2);
  expect(rows(other)).toEqual(['film.bin interrupted held']);
  isFull = false;
  laptop.cancelAll();
  await until(() => other.view().summary.held === 0);
  expect(rows(phone)).toEqual([]);
});

test('small files that another device is at go by unseen', async () => {
  const { phone, hold } = await twoDevices([film(), file(['a.txt'], 'A')]);
  await phone.takeUp();
  expect(rows(phone)).toEqual(['film.bin interrupted held']);
  hold('film.bin');
  await until(() => rows(phone).length === 2);
  expect(rows(phone)).toEqual(['film.bin interrupted held', 'a.txt interrupted elsewhere']);
});

test('what is discarded all at once leaves out what another device is at, also when it came back a moment ago', async () => {
  const { world, phone, hold, idOf } = await twoDevices([
    film('asleep.bin'),
    film('awake.bin'),
    film('back.bin'),
  ]);
  hold('awake.bin');
  await phone.takeUp();
  hold('awake.bin', 'back.bin');
  await discardAll(phone);
  await until(() => world.aborted.length > 0);
  expect(world.aborted).toEqual([idOf('asleep.bin')]);
  expect(phone.view().summary).toMatchObject({ held: 2, interrupted: 2 });
});

test('a sign-out ends the looking', async () => {
  const { world } = await twoDevices();
  const ended = Promise.withResolvers<void>();
  let looks = 0;
  const { api } = world.ports;
  const phone = createTransferEngine({
    ...world.ports,
    sleep: async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.resolve();
      signal.throwIfAborted();
    },
    api: {
      ...api,
      listUploads: async (signal) => {
        looks += 1;
        return await api.listUploads(signal);
      },
    },
  });
  await phone.takeUp();
  expect(phone.view().summary.held).toBe(1);
  phone.wipe();
  await ended.promise;
  // Whoever comes next is shown what is theirs.
  await phone.takeUp();
  expect(looks).toBe(2);
  expect(phone.view().summary).toMatchObject({ total: 1, held: 1 });
  phone.wipe();
});

test('a page says once a minute which uploads it holds: those that last, in one call', async () => {
  const { laptop, idOf } = await twoDevices([film('paused.bin'), film('over.bin')]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said: UploadId[][] = [];
  const stop = holdOpen(laptop, async (ids) => {
    said.push(ids);
  });
  vi.advanceTimersByTime(LIMITS.uploadHoldEveryMs);
  // Of what it has for less than a minute the server has heard by itself.
  expect(said).toEqual([]);
  for (const { transfer } of laptop.jobs.values())
    if (transfer.name === 'over.bin') laptop.cancel(transfer.id);
  vi.advanceTimersByTime(LIMITS.uploadHoldEveryMs);
  vi.advanceTimersByTime(LIMITS.uploadHoldEveryMs);
  expect(said).toEqual([[idOf('paused.bin')], [idOf('paused.bin')]]);
  laptop.wipe();
  vi.advanceTimersByTime(LIMITS.uploadHoldEveryMs);
  stop();
  expect(said).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is interrupted here, or goes on elsewhere, is not held here', async () => {
  const { phone, hold } = await twoDevices([film('held.bin'), film('left.bin')]);
  hold('held.bin');
  await phone.takeUp();
  expect(rows(phone)).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said: UploadId[][] = [];
  const stop = holdOpen(phone, async (ids) => {
    said.push(ids);
  });
  vi.advanceTimersByTime(3 * LIMITS.uploadHoldEveryMs);
  stop();
  expect(said).toEqual([]);
});
