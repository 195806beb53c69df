import { DatabaseError } from 'pg';
import { expect, test, vi } from 'vitest';
import { build, here, NODE, send } from './app.world.ts';

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

const createFolder = () =>
  send('POST', '/folders', { body: JSON.stringify({ parentId: NODE, name: 'new' }) });

test('new content is rejected while the disk is full, and nothing is created', async () => {
  here.app = build({}, { disk: { isFull: true, release: async () => await Promise.resolve() } });
  expect(await codeOf(await createFolder())).toEqual([507, 'storage_full']);
  expect(here.made).toBe(0);
  expect((await send('GET', `/nodes/${NODE}`)).status).toBe(200);
});

test('a database without room is storage_full and no bug, and the reserve is given away', async () => {
  const release = vi.fn<() => Promise<void>>(async () => await Promise.resolve());
  const full = Object.assign(new DatabaseError('could not extend file', 10, 'error'), { code: '53100' });
  const authenticate = () => Promise.reject(full);
  here.app = build({}, { disk: { isFull: false, release }, authenticate });
  expect(await codeOf(await send('GET', `/nodes/${NODE}`))).toEqual([507, 'storage_full']);
  expect(release).toHaveBeenCalledOnce();
});
