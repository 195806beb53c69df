import { createHash, randomBytes } from 'node:crypto';
import { LIMITS, type OperationInput, type OperationResponse, StoreReceipt } from '@coffer/contracts';
import type { Person } from '@coffer/e2e/person';
import { type ProcessorTimes, processorTimesBelow } from './processor-time.ts';
import type { Figure } from './figure.ts';

const FILES = 1_000;
const FILE_BYTES = 4_096;
const LINES = 2;
const ROUNDS = 4;

/** For 1,000 files, in milliseconds. */
const GOALS: ProcessorTimes = { application: 250, database: 250, store: 450 };

type Asked = OperationInput<'createUploads', 'body'>['uploads'][number];
type Created = OperationResponse<'createUploads'>;
type Root = Asked['parentId'];

/** Processor time of each process for 1,000 files of 4 KiB in bundles. The first round is warm-up. */
export async function benchSmallUploads(
  person: Person,
  { rootId, pid }: { readonly rootId: Root; readonly pid: number },
): Promise<readonly Figure[]> {
  const spent: ProcessorTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = await person.call('createFolder', {
      body: { parentId: rootId, name: `small ${round}`, ifExists: 'fail' },
    });
    const before = processorTimesBelow(pid);
    await sendFolder(person, folder.id);
    const after = processorTimesBelow(pid);
    spent.push({
      application: after.application - before.application,
      database: after.database - before.database,
      store: after.store - before.store,
    });
  }
  const counted = spent.slice(1);
  return (['application', 'database', 'store'] as const).map((name) => ({
    name: `${FILES} files of 4 KiB in bundles, processor: ${name}`,
    value: counted.reduce((sum, each) => sum + each[name], 0) / counted.length,
    unit: 'ms',
    baseline: 'goal',
    baselineValue: GOALS[name],
    goal: 1,
  }));
}

async function sendFolder(person: Person, parentId: Root): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let first = next; first < FILES; first = next) {
      next += LIMITS.uploadBatchMax;
      await sendBatch(person, { parentId, first });
    }
  };
  await Promise.all(Array.from({ length: LINES }, work));
}

async function sendBatch(
  person: Person,
  { parentId, first }: { readonly parentId: Root; readonly first: number },
): Promise<void> {
  const files = Array.from({ length: Math.min(LIMITS.uploadBatchMax, FILES - first) }, () =>
    randomBytes(FILE_BYTES),
  );
  const uploads = files.map(
    (bytes, index): Asked => ({
      parentId,
      name: `file ${first + index}.txt`,
      sizeBytes: bytes.length,
      mediaType: 'text/plain',
      modifiedAt: '2026-01-02T03:04:05.000Z',
      conflict: 'ask',
      parts: [{ number: 1, sha256: createHash('sha256').update(bytes).digest('base64') }],
    }),
  );
  const created = await person.call('createUploads', {
    body: { uploads, bundle: true },
    idempotencyKey: crypto.randomUUID(),
  });
  const ids = created.items.flatMap((item) => (item.outcome === 'created' ? [item.upload.id] : []));
  const bytesOf = new Map(ids.map((id, index) => [id, files[index] ?? Buffer.alloc(0)]));
  const receipts = await Promise.all(
    (created.bundles ?? []).map(
      async (bundle) =>
        await sendBundle(
          bundle,
          bundle.uploadIds.map((id) => bytesOf.get(id)),
        ),
    ),
  );
  await sendForms(created, bytesOf);
  const done = await person.call('completeUploads', { body: { ids, receipts } });
  const count = done.items.filter((item) => item.outcome === 'committed').length;
  if (count !== files.length) throw new Error(`${count} of ${files.length} files arrived`);
}

type Bundle = NonNullable<Created['bundles']>[number];

async function sendBundle(bundle: Bundle, files: readonly (Buffer | undefined)[]): Promise<StoreReceipt> {
  const answer = await post(bundle, files);
  return StoreReceipt.parse(await answer.json());
}

async function sendForms(created: Created, bytesOf: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const item of created.items) {
    const [form] = item.outcome === 'created' ? item.signed : [];
    if (item.outcome !== 'created' || form?.fields === undefined) continue;
    await (await post({ url: form.url, fields: form.fields }, [bytesOf.get(item.upload.id)])).arrayBuffer();
  }
}

async function post(
  { url, fields }: Pick<Bundle, 'url' | 'fields'>,
  files: readonly (Buffer | undefined)[],
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const bytes of files) form.append('file', new Blob([new Uint8Array(bytes ?? [])]));
  const answer = await fetch(url, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`the store answered ${answer.status}`);
  return answer;
}
