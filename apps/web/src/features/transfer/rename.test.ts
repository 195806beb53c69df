// Names that are refused, and others in their place: by the engine, against a server that judges names as the real one does.
import { nodeNameIssue } from '@coffer/contracts';
import { err } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { TransferPorts } from './ports.ts';
import { createWorld, file, settled, target } from './transfer-world.contract.ts';

const REFUSED = { code: 'invalid_request' } as const;

function isRefused({ name }: { readonly name: string }): boolean {
  return nodeNameIssue(name) !== undefined;
}

/** An engine whose server refuses names, with what it has made. */
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

test('a file that was refused for its name arrives under another one, and the others are left alone', async () => {
  const { engine, names } = createStrictWorld();
  engine.add(target, [file(['a.txt'], 'A'), file(['b\u0001.txt'], 'B'), file(['c .'], 'C')]);
  await settled(engine);
  const [refused] = engine.view().rows.filter(({ name }) => name === 'b\u0001.txt');
  expect(refused).toMatchObject({ phase: 'failed', failure: REFUSED });
  engine.retry(refused?.id ?? '', ['b.txt']);
  await settled(engine);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  expect(engine.view().rows.find(({ id }) => id === refused?.id)).toMatchObject({
    phase: 'done',
    name: 'b.txt',
    path: ['b.txt'],
    failure: undefined,
  });
  expect(engine.view().summary).toMatchObject({ done: 2, failed: 1 });
});

test('what was refused for the name of its folder arrives below another one, which is made once', async () => {
  const { engine, names, folders } = createStrictWorld();
  engine.add(target, [
    file(['end.', 'a.txt'], 'A'),
    file(['end.', 'in', 'b.txt'], 'B'),
    { kind: 'folder', path: ['end.', 'empty'] },
  ]);
  await settled(engine);
  expect(engine.view().summary.failed).toBe(3);
  for (const { id, path } of engine.view().rows) engine.retry(id, path.with(0, 'end'));
  await settled(engine);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  expect(folders.toSorted()).toEqual(['empty', 'end', 'in']);
  expect(engine.view().summary).toMatchObject({ done: 3, failed: 0 });
});

test('another name that is refused too can be changed again', async () => {
  const { engine, names } = createStrictWorld();
  engine.add(target, [file(['a\u0001'], 'A')]);
  await settled(engine);
  const id = engine.view().rows[0]?.id ?? '';
  engine.retry(id, ['b\u0001']);
  await settled(engine);
  expect(engine.view().rows[0]).toMatchObject({ phase: 'failed', name: 'b\u0001' });
  engine.retry(id, ['c']);
  await settled(engine);
  expect(names()).toEqual(['c']);
});
