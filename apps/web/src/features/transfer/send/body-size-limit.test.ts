import { err, MIB } from '@coffer/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { createTransferEngine } from '../engine/engine.ts';
import type { TransferApi } from './ports.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from '../engine/entries.world.ts';
import { createWorld, settled } from '../engine/transfer.world.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

afterEach(() => vi.unstubAllGlobals());

function createProxyWorld(respond: Fetch) {
  const fetch = vi.fn<Fetch>(respond);
  vi.stubGlobal('fetch', fetch);
  const world = createWorld({ puts: Array.from({ length: 60 }, () => ({ kind: 'unreachable' as const })) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['film.bin'], Buffer.alloc(9 * MIB, 1))]);
  return { world, engine, fetch };
}

test('a part that a reachable proxy always drops fails its file with its own message', async () => {
  const { engine, world, fetch } = createProxyWorld(async () => new Response());
  await settled(engine);
  const refused = { code: 'store_refused', facts: { status: 413 } };
  expect(trayViewOf(engine.view()).rows[0]).toMatchObject({ phase: 'failed', failure: refused });
  expect(world.putCount()).toBeLessThanOrEqual(12 + 1);
  expect(fetch).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ mode: 'no-cors' }));
});

test('parts wait while the store is unreachable', async () => {
  const { engine, world } = createProxyWorld(() => Promise.reject(new TypeError('failed to fetch')));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1, failed: 0 });
  expect(world.putCount()).toBe(62);
});

test('a request that a proxy refuses does not count as an outage', async () => {
  const world = createWorld();
  const refused = err({ code: 'unreadable_answer', status: 403 });
  const createFolder = vi.fn<TransferApi['createFolder']>(async () => refused);
  const engine = createTransferEngine({ ...world.ports, api: { ...world.ports.api, createFolder } });
  engine.add(target, [file(['etc', 'passwd'], 'a'), file(['notes.txt'], 'b')]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1, failed: 1 });
  expect(createFolder).toHaveBeenCalledTimes(1);
});
