import { createHash } from 'node:crypto';
import { EXPORT_FOLDER, EXPORT_FORMAT, NodeId, SpaceId } from '@coffer/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packZip } from '../../../lib/zip/pack-zip.ts';
import type { Transfer } from '../model/machine.ts';
import type { TransferEngine, UploadEntry } from '../model/transfer-engine.ts';
import { transferIn } from '../model/transfer.world.ts';
import { planImport } from './plan-import.ts';
import { runImport } from './run-import.ts';

const id = (at: number): string => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const FOLDER = NodeId.parse(id(1));
const AT = '2026-03-04T05:06:08.000Z';

type Answer = readonly [status: number, body: object];
const refusal = (status: number, code: string): Answer => [
  status,
  { title: code, status, code, requestId: 'r' },
];

let asked: string[] = [];
/** Responses by the end of the URL. */
let answers: Readonly<Record<string, Answer>> = {};

beforeEach(() => {
  asked = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const found = Object.entries(answers).find(([end]) => url.split('?')[0]?.endsWith(end));
    const [status, body] = found?.[1] ?? refusal(404, 'node_not_found');
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

function createEngine(transfers: readonly (readonly [transfer: Transfer, targetId: NodeId])[] = []) {
  const cancelled: string[] = [];
  const added: UploadEntry[] = [];
  const jobs = new Map(
    transfers.map(([transfer, targetId]) => [
      transfer.id,
      { transfer, batch: { targetId }, openFile: undefined },
    ]),
  );
  const engine: Pick<TransferEngine, 'jobs' | 'cancel' | 'addImported' | 'subscribe'> = {
    jobs,
    cancel: (cancelledId) => void cancelled.push(cancelledId),
    addImported: (_target, entries) => {
      added.push(...entries);
      return 'batch';
    },
    subscribe: () => () => undefined,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an import uses no other members
  return { cancelled, added, engine: engine as TransferEngine };
}

async function importInto(engine: TransferEngine, contents: Readonly<Record<string, string>>) {
  const files = Object.entries(contents).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  );
  const plan = await planImport(new Blob([packZip(new Map(files))]), 'Trash');
  if (plan === undefined) throw new Error('the zip file has no plan');
  return await runImport({
    plan,
    place: { spaceId: SpaceId.parse(id(2)), folderId: FOLDER },
    engine,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    textOfComment: ({ text }) => text,
  });
}

/** The response of `/batch/children`, which is used for people who are not managers: one file of three bytes. */
const TREE: Answer = [
  200,
  {
    items: [
      {
        id: id(3),
        spaceId: id(2),
        parentId: FOLDER,
        kind: 'file',
        name: 'plan.txt',
        sizeBytes: 3,
        mediaType: 'text/plain',
        modifiedAt: AT,
        createdAt: AT,
        revision: 1,
        versionId: id(4),
        trashedAt: null,
      },
    ],
    next: null,
  },
];

test('an import gives up no upload but its own leftovers', async () => {
  const waiting: Partial<Transfer> = {
    name: 'film.mkv',
    path: ['film.mkv'],
    sizeBytes: 3,
    blockedBy: 'file_missing',
  };
  const upload = (name: string, more: Partial<Transfer> = {}): Transfer =>
    transferIn('interrupted', { ...waiting, ...more, id: name });
  const { engine, cancelled } = createEngine([
    [upload('leftover'), FOLDER],
    [upload('of another folder'), NodeId.parse(id(9))],
    [upload('sent by another device', { blockedBy: 'active_elsewhere' }), FOLDER],
    [upload('begun by another device', { blockedBy: 'other_device' }), FOLDER],
    [upload('of a folder that can be read', { blockedBy: 'permission' }), FOLDER],
    [upload('of another size', { sizeBytes: 4 }), FOLDER],
  ]);
  answers = {};
  await importInto(engine, { 'film.mkv': 'now' });
  expect(cancelled).toEqual(['leftover']);
});

test('versions that cannot be read end an import before anything is uploaded', async () => {
  const { engine, added } = createEngine();
  answers = { '/batch/children': TREE, '/versions': refusal(403, 'not_allowed') };
  await expect(importInto(engine, { 'plan.txt': 'now' })).rejects.toThrow('versions');
  expect(added).toEqual([]);
});

test('what is there is asked for once before and once after', async () => {
  const { engine, added } = createEngine();
  const sha256 = createHash('sha256').update('now');
  const version = { id: id(4), number: 1, sizeBytes: 3, createdAt: AT, label: null };
  const contentSha256 = sha256.copy().digest('base64');
  answers = {
    '/batch/children': TREE,
    '/versions': [200, { items: [{ ...version, contentSha256 }], next: null }],
  };
  const file = { path: 'plan.txt', kind: 'file', file: 'plan.txt', sha256: sha256.digest('hex') };
  const metadata = [EXPORT_FORMAT, file].map((line) => JSON.stringify(line)).join('\n');
  const contents = { 'plan.txt': 'now', [`${EXPORT_FOLDER}/metadata.jsonl`]: metadata };
  expect(await importInto(engine, contents)).toMatchObject({ files: 1, skipped: 1, problems: [] });
  expect(added).toEqual([]);
  expect(asked.filter((url) => url.endsWith('/versions?limit=1000'))).toHaveLength(2);
});
