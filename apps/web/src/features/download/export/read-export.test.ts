import { randomUUID } from 'node:crypto';
import type { NodeId } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { CHANGED_AT, createWorld, ended } from '../download.world.ts';
import type { ZipItem } from '../read-tree.ts';
import type { ExportedNode } from './gather-records.ts';
import { readExport } from './read-export.ts';

const FOLDERS = 150_000;

const folder = (name: string, parentId: NodeId | null): ExportedNode => ({
  type: 'node',
  id: randomUUID() as NodeId,
  parentId,
  kind: 'folder',
  name,
  versionId: null,
  mediaType: '',
  sizeBytes: 0,
  createdAt: CHANGED_AT,
  modifiedAt: CHANGED_AT,
  createdBy: { name: 'Ada', email: 'ada@example.org' },
  trashedAt: null,
  isStarred: false,
  tags: [],
  isDamaged: false,
});

test('a folder of very many items is exported in the order of their names', async () => {
  const { engine, ports } = createWorld({});
  const root = folder('', null);
  const records = [root, ...Array.from({ length: FOLDERS }, (_, at) => folder(`${1_000_000 + at}`, root.id))];
  const calls = {
    ...ports.api,
    listExport: async () => await Promise.resolve(ok({ records: records.toReversed(), next: null })),
  };
  const facts = {
    spaceName: 'Files',
    exportedAt: CHANGED_AT,
    exportedBy: { name: 'Ada', email: 'ada@example.org' },
    withVersions: false,
    withTrash: false,
  };
  let items: readonly ZipItem[] = [];
  engine.startReading(
    async (reading) => {
      items = await readExport({ calls, facts, readme: 'Read me' }, reading);
      return [];
    },
    'Export',
    calls,
  );
  expect((await ended(engine, 'done', 'failed')).phase).toBe('done');
  expect(items).toHaveLength(FOLDERS + 2);
  expect([items[0]?.path, items.at(-3)?.path]).toEqual(['1000000/', '1149999/']);
});
