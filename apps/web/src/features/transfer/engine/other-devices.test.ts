import { LIMITS, UploadId } from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { discardAll, discard } from '../ui/discard.ts';
import { createTransferEngine } from './engine.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createBrowser } from './crashing-page.world.ts';
import type { UploadEntry, TransferEngine } from '../model/transfer-engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, filesOf, largeFile, target } from './entries.world.ts';
import { createWorld, settled, until } from './transfer.world.ts';

const largeVideo = (name = 'film.bin'): UploadEntry => largeFile(name);
const rows = (engine: TransferEngine) =>
  trayViewOf(engine.view()).rows.map(
    ({ name, phase, blockedBy }) => `${name} ${phase}${blockedBy === undefined ? '' : ` ${blockedBy}`}`,
  );

afterEach(() => {
  vi.useRealTimers();
});

async function twoDevices(entries: readonly UploadEntry[] = [largeVideo()]) {
  const world = createWorld({ slow: true });
  const page = createBrowser(world).openPage();
  const laptop = createTransferEngine(page.ports);
  laptop.add(target, entries);
  const idOf = (name: string): UploadId | undefined =>
    [...laptop.jobs.values()].find(({ transfer }) => transfer.name === name)?.transfer.uploadId;
  const names = entries.flatMap(({ path }) => path.slice(-1));
  await until(() => names.every((name) => idOf(name) !== undefined));
  laptop.pauseAll();
  const setActive = (...active: readonly string[]): void => {
    world.activeElsewhere.clear();
    for (const name of active) world.activeElsewhere.add(idOf(name) ?? '');
  };
  setActive(...names);
  const phone = createTransferEngine(createBrowser(world).openPage().ports);
  return { world, laptop, phone, setActive, idOf, crash: page.crash };
}

test('an upload running on another device is shown as such and cannot be resumed here', async () => {
  const { world, phone } = await twoDevices();
  await phone.restore();
  expect(rows(phone)).toEqual(['film.bin interrupted active_elsewhere']);
  expect(phone.view().summary).toMatchObject({ interrupted: 1, activeElsewhere: 1, open: 0, failed: 0 });
  expect(phone.matchFiles(filesOf([largeVideo()]))).toBe(0);
  expect(world.aborted).toEqual([]);
});

test('a wrong device clock changes nothing', async () => {
  const { phone } = await twoDevices();
  for (const wrong of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(wrong) });
    await phone.restore();
    expect(rows(phone)).toEqual(['film.bin interrupted active_elsewhere']);
  }
});

test('an upload can be resumed when its device is gone, and no longer when that device returns', async () => {
  const { laptop, phone, setActive } = await twoDevices();
  await phone.restore();
  setActive();
  await until(() => rows(phone).join() === 'film.bin interrupted other_device');
  expect(phone.view().summary).toMatchObject({ interrupted: 1, activeElsewhere: 0 });
  setActive('film.bin');
  const [row] = trayViewOf(phone.view()).rows;
  if (row === undefined) throw new Error('the tray has no row');
  expect(await discard(phone, row)).toBe(false);
  expect(rows(phone)).toEqual(['film.bin interrupted active_elsewhere']);
  laptop.resumeAll();
  await settled(laptop);
  expect(laptop.view().summary).toMatchObject({ done: 1 });
});

test('an upload that runs nowhere is discarded without confirmation', async () => {
  const { world, phone, setActive, idOf } = await twoDevices();
  setActive();
  await phone.restore();
  const [row] = trayViewOf(phone.view()).rows;
  if (row === undefined) throw new Error('the tray has no row');
  expect(await discard(phone, row)).toBe(true);
  await until(() => world.aborted.length === 1);
  expect(world.aborted).toEqual([idOf('film.bin')]);
});

test('an upload resumed with its file no longer counts as of another device', async () => {
  const { world, phone, setActive, crash } = await twoDevices();
  crash();
  await phone.restore();
  setActive();
  await until(() => rows(phone).join() === 'film.bin interrupted other_device');
  expect(phone.matchFiles(filesOf([largeVideo()]))).toBe(1);
  setActive('film.bin');
  await phone.restore();
  await settled(phone);
  expect(phone.view().summary).toMatchObject({ done: 1, activeElsewhere: 0, total: 1 });
  expect(world.created).toBe(1);
  expect(world.sentTwice()).toEqual([]);
});

test('an upload completed or cancelled on its device is completed or cancelled here too', async () => {
  const { world, laptop, phone, idOf } = await twoDevices([
    largeVideo('one.bin'),
    largeVideo('two.bin'),
    largeVideo('three.bin'),
  ]);
  await phone.restore();
  expect(phone.view().summary.activeElsewhere).toBe(3);
  let arrivals = 0;
  phone.onUploaded(() => {
    arrivals += 1;
  });
  for (const { transfer } of laptop.jobs.values())
    if (transfer.name === 'one.bin') laptop.resume(transfer.id);
    else if (transfer.name === 'two.bin') laptop.cancel(transfer.id);
  await settled(laptop);
  await until(() => phone.view().summary.activeElsewhere === 1);
  expect(rows(phone).toSorted()).toEqual([
    'one.bin done active_elsewhere',
    'three.bin interrupted active_elsewhere',
    'two.bin cancelled active_elsewhere',
  ]);
  expect(arrivals).toBe(1);
  expect(world.aborted).toEqual([idOf('two.bin')]);
});

test('a truncated upload list ends no upload', async () => {
  const { world, laptop, phone } = await twoDevices();
  const { api } = world.ports;
  let isFull = false;
  let polls = 0;
  const crowd = {
    ...world.ports,
    api: {
      ...api,
      listUploads: async (signal: AbortSignal) => {
        polls += 1;
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
  await other.restore();
  expect(rows(other)).toEqual(['film.bin interrupted active_elsewhere']);
  isFull = true;
  const before = polls;
  await until(() => polls > before + 2);
  expect(rows(other)).toEqual(['film.bin interrupted active_elsewhere']);
  isFull = false;
  laptop.cancelAll();
  await until(() => other.view().summary.activeElsewhere === 0);
  expect(rows(phone)).toEqual([]);
});

test('small uploads of other devices are hidden', async () => {
  const { phone, setActive } = await twoDevices([largeVideo(), file(['a.txt'], 'A')]);
  await phone.restore();
  expect(rows(phone)).toEqual(['film.bin interrupted active_elsewhere']);
  setActive('film.bin');
  await until(() => rows(phone).length === 2);
  expect(rows(phone)).toEqual(['film.bin interrupted active_elsewhere', 'a.txt interrupted other_device']);
});

test('discarding all skips uploads running on another device, even if it resumed just now', async () => {
  const { world, phone, setActive, idOf } = await twoDevices([
    largeVideo('asleep.bin'),
    largeVideo('awake.bin'),
    largeVideo('back.bin'),
  ]);
  setActive('awake.bin');
  await phone.restore();
  setActive('awake.bin', 'back.bin');
  await discardAll(phone);
  await until(() => world.aborted.length > 0);
  expect(world.aborted).toEqual([idOf('asleep.bin')]);
  expect(phone.view().summary).toMatchObject({ activeElsewhere: 2, interrupted: 2 });
});

test('a sign-out ends the polling', async () => {
  const { world } = await twoDevices();
  const ended = Promise.withResolvers<void>();
  let polls = 0;
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
        polls += 1;
        return await api.listUploads(signal);
      },
    },
  });
  await phone.restore();
  expect(phone.view().summary.activeElsewhere).toBe(1);
  phone.wipe();
  await ended.promise;
  await phone.restore();
  expect(polls).toBe(2);
  expect(phone.view().summary).toMatchObject({ total: 1, activeElsewhere: 1 });
  phone.wipe();
});

test('a page sends one heartbeat a minute for its longer uploads', async () => {
  const { laptop, idOf } = await twoDevices([largeVideo('paused.bin'), largeVideo('over.bin')]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const heartbeats: UploadId[][] = [];
  const stop = startHeartbeat(laptop, async (ids) => {
    heartbeats.push(ids);
  });
  vi.advanceTimersByTime(LIMITS.uploadHeartbeatEveryMs);
  expect(heartbeats).toEqual([]);
  for (const { transfer } of laptop.jobs.values())
    if (transfer.name === 'over.bin') laptop.cancel(transfer.id);
  vi.advanceTimersByTime(LIMITS.uploadHeartbeatEveryMs);
  vi.advanceTimersByTime(LIMITS.uploadHeartbeatEveryMs);
  expect(heartbeats).toEqual([[idOf('paused.bin')], [idOf('paused.bin')]]);
  laptop.wipe();
  vi.advanceTimersByTime(LIMITS.uploadHeartbeatEveryMs);
  stop();
  expect(heartbeats).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('interrupted uploads and those of other devices get no heartbeat', async () => {
  const { phone, setActive } = await twoDevices([largeVideo('held.bin'), largeVideo('left.bin')]);
  setActive('held.bin');
  await phone.restore();
  expect(rows(phone)).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const heartbeats: UploadId[][] = [];
  const stop = startHeartbeat(phone, async (ids) => {
    heartbeats.push(ids);
  });
  vi.advanceTimersByTime(3 * LIMITS.uploadHeartbeatEveryMs);
  stop();
  expect(heartbeats).toEqual([]);
});
