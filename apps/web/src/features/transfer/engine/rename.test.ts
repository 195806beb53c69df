import { nodeNameIssue } from '@coffer/contracts';
import { err, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { Transfer } from '../model/machine.ts';
import type { TransferPorts } from '../send/ports.ts';
import { type RefusedName, refusedNameOf } from '../model/refused-name.ts';
import { otherRefusedNames, findNewPath, renameOf } from '../model/apply-renames.ts';
import type { UploadEntry, TransferEngine } from '../model/transfer-engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from './entries.world.ts';
import { createWorld, phases, settled } from './transfer.world.ts';

const REFUSED = { code: 'invalid_request' } as const;

function isRefused({ name }: { readonly name: string }): boolean {
  return nodeNameIssue(name) !== undefined;
}

function createStrictWorld() {
  const world = createWorld();
  const { api } = world.ports;
  const strict: TransferPorts['api'] = {
    ...api,
    createFolder: async (body, signal) =>
      isRefused(body) ? err(REFUSED) : await api.createFolder(body, signal),
    createUpload: async (body, key, signal) =>
      isRefused(body) ? err(REFUSED) : await api.createUpload(body, key, signal),
    createUploads: async (bodies, key, signal) => {
      const answer = await api.createUploads(bodies, key, signal);
      if (!answer.ok) return answer;
      const items = answer.value.items.map((item, index) =>
        isRefused(bodies[index] ?? { name: '' }) ? { outcome: 'failed' as const, ...REFUSED } : item,
      );
      return { ...answer, value: { ...answer.value, items } };
    },
  };
  const engine = createTransferEngine({ ...world.ports, api: strict });
  const names = (): readonly string[] =>
    world
      .committed()
      .map(({ name }) => name)
      .toSorted();
  return { engine, names, folders: world.folders };
}

function rename(engine: TransferEngine, transfer: Transfer | undefined, name: string): void {
  const [found, refused] = refusedOf(transfer);
  const renamings = [renameOf(found, refused, name)];
  engine.rename(found.batchId, renamings, findNewPath(renamings));
}

function refusedOf(transfer: Transfer | undefined): readonly [Transfer, RefusedName] {
  const refused = transfer && refusedNameOf(transfer);
  if (transfer === undefined || refused === undefined) throw new Error('the transfer has no refused name');
  return [transfer, refused];
}

function manyIn(folder: string, count: number): readonly UploadEntry[] {
  return Array.from({ length: count }, (_, index) => file([folder, `${index}.txt`], `${folder} ${index}`));
}

test('a file with a refused name is uploaded under a new name, without affecting others', async () => {
  const { engine, names } = createStrictWorld();
  engine.add(target, [file(['a.txt'], 'A'), file(['b\u0001.txt'], 'B'), file(['c .'], 'C')]);
  await settled(engine);
  const [refused] = trayViewOf(engine.view()).rows.filter(({ name }) => name === 'b\u0001.txt');
  expect(refused).toMatchObject({ phase: 'failed', failure: REFUSED });
  rename(engine, refused, 'b.txt');
  await settled(engine);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  expect(trayViewOf(engine.view()).rows.find(({ id }) => id === refused?.id)).toMatchObject({
    phase: 'done',
    name: 'b.txt',
    path: ['b.txt'],
    failure: undefined,
  });
  expect(engine.view().summary).toMatchObject({ done: 2, failed: 1 });
});

test('renaming a folder applies to everything below it in its batch only', async () => {
  const { engine, names, folders } = createStrictWorld();
  engine.add(target, [
    file(['end.', 'a.txt'], 'A'),
    file(['end.', 'in', 'b.txt'], 'B'),
    { kind: 'folder', path: ['end.', 'empty'] },
    file(['other.', 'c.txt'], 'C'),
    file(['up', 'end.'], 'D'),
  ]);
  engine.add(target, [file(['end.', 'a.txt'], 'another batch')]);
  await settled(engine);
  expect(engine.view().summary.failed).toBe(6);
  rename(engine, trayViewOf(engine.view()).rows[0], 'end');
  await settled(engine);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  expect(folders.toSorted()).toEqual(['empty', 'end', 'in', 'up']);
  expect(engine.view().summary).toMatchObject({ done: 3, failed: 3 });
});

test('renaming a folder retries all its files, also those that are not displayed', async () => {
  const { engine } = createStrictWorld();
  engine.add(target, [...manyIn('other.', 150), ...manyIn('end.', 250)]);
  await settled(engine);
  const [first] = engine.failed().filter(({ path }) => path[0] === 'end.');
  expect(otherRefusedNames(engine.failed(), ...refusedOf(first)).map(([, { name }]) => name)).toEqual([
    'other.',
  ]);
  rename(engine, first, 'end');
  expect(engine.view().summary).toMatchObject({ failed: 150, open: 250 });
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ failed: 150, done: 250 });
});

test('a file refused later for the same name takes the new name automatically', async () => {
  const { engine, names } = createStrictWorld();
  engine.add(target, [file(['end.', 'a.txt'], 'A'), file(['end.', 'b.txt'], 'B')]);
  for (const { id, name } of trayViewOf(engine.view()).rows) if (name === 'b.txt') engine.pause(id);
  await settled(engine);
  rename(engine, engine.failed()[0], 'end');
  await settled(engine);
  engine.resumeAll();
  await settled(engine);
  expect(names()).toEqual(['a.txt', 'b.txt']);
});

test('a refused new name can be changed again, and the later one applies', async () => {
  const { engine, names } = createStrictWorld();
  engine.add(target, [file(['a\u0001'], 'A')]);
  await settled(engine);
  rename(engine, trayViewOf(engine.view()).rows[0], 'b\u0001');
  await settled(engine);
  expect(trayViewOf(engine.view()).rows[0]).toMatchObject({ phase: 'failed', name: 'b\u0001' });
  rename(engine, trayViewOf(engine.view()).rows[0], 'c');
  await settled(engine);
  expect(names()).toEqual(['c']);
});

test.each([
  ['the name that it has', ['a\u0001']],
  ['names in a circle', ['b\u0001', 'a\u0001']],
])('%s: each rename is tried once, then the person is asked', async (_, given) => {
  const { engine, names } = createStrictWorld();
  engine.add(target, [file(['a\u0001'], 'A')]);
  await settled(engine);
  for (const name of given) {
    rename(engine, trayViewOf(engine.view()).rows[0], name);
    await settled(engine);
  }
  expect(phases(engine)).toEqual(['failed']);
  rename(engine, trayViewOf(engine.view()).rows[0], 'c');
  await settled(engine);
  expect(names()).toEqual(['c']);
});

test('a rename to a taken name asks, even after an earlier decision for the batch', async () => {
  const world = createWorld({ takenNames: ['a.txt', 'b.txt', 'c (2).txt'], folders: ['c.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B'), file(['c.txt'], 'C')]);
  await settled(engine);
  engine.decide(trayViewOf(engine.view()).conflicts[0]?.first.id ?? '', 'replace', true);
  await settled(engine);
  expect(trayViewOf(engine.view()).rows[0]).toMatchObject({ phase: 'failed', path: ['c.txt'] });
  rename(engine, trayViewOf(engine.view()).rows[0], 'c (2).txt');
  await settled(engine);
  const [conflict] = trayViewOf(engine.view()).conflicts;
  expect(conflict?.first).toMatchObject({ phase: 'conflict', name: 'c (2).txt', conflict: 'ask' });
  engine.decide(conflict?.first.id ?? '', 'replace', true);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 3, failed: 0 });
  expect(world.committed().map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c (2).txt']);
});

test('a decision made after a rename applies to the renamed files', async () => {
  const world = createWorld({ takenNames: ['a.txt', 'b.txt', 'c.txt'], folders: ['x.txt', 'y.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['x.txt'], 'X'), file(['y.txt'], 'Y')]);
  await settled(engine);
  engine.decide(trayViewOf(engine.view()).conflicts[0]?.first.id ?? '', 'replace', true);
  await settled(engine);
  const [x, y] = engine.failed();
  rename(engine, x, 'b.txt');
  rename(engine, y, 'c.txt');
  engine.pause(y?.id ?? '');
  await settled(engine);
  engine.decide(x?.id ?? '', 'replace', true);
  engine.resumeAll();
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 3, failed: 0, conflicts: 0 });
});

test('a folder whose name a file has is renamed without questions about its files', async () => {
  const world = createWorld({ files: ['album'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [
    file(['album', 'a.txt'], 'A'),
    file(['album', 'in', 'b.txt'], 'B'),
    file(['album', 'big.bin'], Buffer.alloc(9 * MIB)),
    { kind: 'folder', path: ['album', 'empty'] },
  ]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ failed: 4, conflicts: 0 });
  for (const row of trayViewOf(engine.view()).rows)
    expect(refusedNameOf(row)).toEqual({ at: 0, name: 'album', issue: 'name_taken', isFolder: true });
  rename(engine, trayViewOf(engine.view()).rows[0], 'album (2)');
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ failed: 0, done: 4 });
  expect(world.folders.toSorted()).toEqual(['album (2)', 'empty', 'in']);
});

test('a nested file whose name a folder has is renamed', async () => {
  const world = createWorld({ folders: ['a.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['trip', 'a.txt'], 'A')]);
  await settled(engine);
  engine.decide(trayViewOf(engine.view()).rows[0]?.id ?? '', 'replace', true);
  await settled(engine);
  expect(refusedOf(engine.failed()[0])[1]).toEqual({
    at: 1,
    name: 'a.txt',
    issue: 'name_taken',
    isFolder: false,
  });
  rename(engine, engine.failed()[0], 'b.txt');
  await settled(engine);
  expect(world.committed().map(({ name }) => name)).toEqual(['b.txt']);
});
