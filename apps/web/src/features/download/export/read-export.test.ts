import { createHash, randomUUID } from 'node:crypto';
import type { ExportRecord, NodeId, VersionId } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { CHANGED_AT, createWorld, ended } from '../download.world.ts';
import { isStored, type ZipItem } from '../read-tree.ts';
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

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface VersionFacts {
  readonly number: number;
  readonly sizeBytes?: number;
}

const versionOf = ({ id }: ExportedNode, { number, sizeBytes = 3 }: VersionFacts) => ({
  type: 'version' as const,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these tests create this id
  id: randomUUID() as VersionId,
  nodeId: id,
  number,
  sizeBytes,
  mediaType: '',
  sha256: null,
  label: null,
  createdAt: CHANGED_AT,
  author: { name: 'Ada', email: 'ada@example.org' },
  isDamaged: false,
});

const FACTS = {
  spaceName: 'Files',
  exportedAt: CHANGED_AT,
  exportedBy: { name: 'Ada', email: 'ada@example.org' },
  withVersions: true,
  withTrash: false,
};

/** Reads an export and returns the items of its zip file. */
async function itemsOf(records: readonly ExportRecord[], excluded: readonly string[] = []) {
  const { engine, ports } = createWorld({});
  const calls = {
    ...ports.api,
    listExport: () => Promise.resolve(ok({ records: [...records], next: null })),
  };
  let items: readonly ZipItem[] = [];
  engine.startReading(
    async (reading) => {
      const request = { calls, facts: FACTS, readme: 'Read me' };
      items = await readExport(request, { ...reading, excluded: new Set(excluded) });
      return [];
    },
    'Export',
    calls,
  );
  expect((await ended(engine, 'done', 'failed')).phase).toBe('done');
  return items;
}

test('a file that is saved while the pages are read is exported as it is then', async () => {
  const root = folder('', null);
  const node: ExportedNode = { ...folder('plan.txt', root.id), kind: 'file' };
  const [first, second] = [versionOf(node, { number: 1 }), versionOf(node, { number: 2, sizeBytes: 7 })];
  const items = await itemsOf([root, { ...node, versionId: first.id }, second]);
  expect(items[0]).toMatchObject({ path: 'plan.txt', versionId: second.id, sizeBytes: 7 });
});

test('an earlier version that cannot be had is left out alone', async () => {
  const root = folder('', null);
  const node: ExportedNode = { ...folder('plan.txt', root.id), kind: 'file' };
  const [first, second] = [versionOf(node, { number: 1 }), versionOf(node, { number: 2 })];
  const records = [root, { ...node, versionId: second.id }, first, second];
  const [earlier, current] = await itemsOf(records);
  expect(earlier).toMatchObject({ versionId: first.id, name: 'plan.txt/1.txt' });
  expect(current).toMatchObject({ path: 'plan.txt', versionId: second.id, name: 'plan.txt' });
  const [only, readme] = await itemsOf(records, [first.id]);
  expect([only?.path, readme?.path]).toEqual(['plan.txt', expect.stringContaining('README')]);
});

test('the sums of very many new files are made one after the other', async () => {
  const root = folder('', null);
  const nodes = Array.from({ length: 20_000 }, (_, at): ExportedNode => {
    return { ...folder(`${100_000 + at}`, root.id), kind: 'file' };
  });
  const versions = nodes.map((node) => versionOf(node, { number: 1 }));
  const files = nodes.map((node, at) => ({ ...node, versionId: versions[at]?.id ?? null }));
  const items = await itemsOf([root, ...files, ...versions]);
  const read = (at: number, ...parts: readonly string[]): void => {
    const item = items[at];
    for (const part of parts) if (item !== undefined && isStored(item)) item.onBytes?.(Buffer.from(part));
  };
  read(0, 'o', 'ne');
  read(1, 'two');
  read(19_999, 'end');
  const metadata = items.at(-1);
  if (metadata === undefined || isStored(metadata)) throw new Error('no metadata');
  const sums = Buffer.concat([...metadata.made()])
    .toString()
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => /"sha256":"(\w+)"/.exec(line)?.[1]);
  expect([sums[0], sums[1], sums[2], sums.at(-1)]).toEqual([
    sumOf('one'),
    sumOf('two'),
    sumOf(''),
    sumOf('end'),
  ]);
});

test('a folder of very many items is exported in the order of their names', async () => {
  const root = folder('', null);
  const records = [root, ...Array.from({ length: FOLDERS }, (_, at) => folder(`${1_000_000 + at}`, root.id))];
  const items = await itemsOf(records.toReversed());
  expect(items).toHaveLength(FOLDERS + 2);
  expect([items[0]?.path, items.at(-3)?.path]).toEqual(['1000000/', '1149999/']);
});
