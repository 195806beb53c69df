import { EXPORT_FOLDER, EXPORT_FORMAT } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { packZip } from '../../../lib/zip/pack-zip.ts';
import { planImport } from './plan-import.ts';

const zipOf = (files: Readonly<Record<string, string>>): Blob =>
  new Blob([
    packZip(
      new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)] as const)),
    ),
  ]);

const METADATA = `${EXPORT_FOLDER}/metadata.jsonl`;
const lines = (...values: readonly object[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');

const FILE = { path: 'plan.txt', kind: 'file', file: 'plan.txt', mediaType: 'text/plain', isStarred: true };

test('an export is planned by its metadata', async () => {
  const plan = await planImport(
    zipOf({
      'plan.txt': 'now',
      [`${EXPORT_FOLDER}/versions/plan.txt/1.txt`]: 'before',
      [METADATA]: lines(EXPORT_FORMAT, {
        ...FILE,
        tags: [
          { name: ' Urgent ', color: 'red', isPersonal: true },
          { name: 'Paid', color: 'no colour' },
          { name: ' ' },
          { name: 'x'.repeat(1_000) },
          'Odd',
        ],
        versions: [{ file: `${EXPORT_FOLDER}/versions/plan.txt/1.txt`, label: 'Draft' }],
      }),
    }),
    'Trash',
  );
  expect(plan).toMatchObject({ isExport: true, files: 1, versions: 1, problems: [] });
  expect(plan?.items[0]).toMatchObject({
    isStarred: true,
    tags: [
      { name: 'Urgent', color: 'red', isPersonal: true },
      { name: 'Paid', color: 'teal', isPersonal: false },
    ],
    contents: [{ label: 'Draft' }, { label: undefined }],
  });
});

test('metadata of a newer form, or damaged ones, leave a zip file like any other', async () => {
  const newer = { ...EXPORT_FORMAT, version: EXPORT_FORMAT.version + 1 };
  for (const metadata of [lines(newer, FILE), lines({ format: 'other' }, FILE), '{"format":', '']) {
    const plan = await planImport(zipOf({ 'plan.txt': 'now', [METADATA]: metadata }), 'Trash');
    expect(plan).toMatchObject({ isExport: false, files: 2, trashFolder: undefined });
    expect(plan?.items.every(({ isStarred }) => !isStarred)).toBe(true);
  }
});

test('what is no zip file has no plan', async () => {
  expect(await planImport(new Blob(['no zip']), 'Trash')).toBeUndefined();
});
