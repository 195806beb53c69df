// A server and a store in memory for tests of the engine.
import { createHash } from 'node:crypto';
import {
  type CreateUploadRequest,
  NodeId,
  partCountFor,
  partSizeFor,
  type SignedPart,
  SpaceId,
  UploadId,
  type UploadView,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Entry, TransferEngine } from './engine.ts';
import type { PutOutcome, TransferPorts } from './ports.ts';

export const target = NodeId.parse('00000000-0000-7000-8000-000000000001');

export function file(path: readonly string[], content: string | Buffer): Entry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { kind: 'file', path, file: new File([new Uint8Array(bytes)], path.at(-1) ?? '') };
}

export function phases(engine: TransferEngine): readonly string[] {
  return engine.list().map((transfer) => transfer.phase);
}

export async function settled(engine: TransferEngine): Promise<void> {
  const open = ['queued', 'preparing', 'uploading', 'completing'];
  await until(() => engine.list().every((transfer) => !open.includes(transfer.phase)));
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the expected state did not come');
    await pause(2);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface WorldOptions {
  readonly puts?: PutOutcome[];
  readonly taken?: readonly string[];
  readonly losesFirst?: boolean;
  readonly lossCode?: string;
  readonly expiresFirst?: boolean;
  readonly slow?: boolean;
  /** How many answers to reservations get lost on their way back. */
  readonly lostAnswers?: number;
  /** Reservations of these names are made, but their first answer does not come. */
  readonly silent?: readonly string[];
}

/** A server and a store in memory that keep the promises of the API; only the network between is played. */
export function createWorld(options: WorldOptions = {}) {
  const stored = new Map<string, Map<number, Buffer>>();
  const uploads = new Map<string, CreateUploadRequest>();
  const committed: CreateUploadRequest[] = [];
  const folders: string[] = [];
  const aborted: string[] = [];
  const sums = new Map<string, string>();
  const answers = new Map<string, { readonly request: string; readonly upload: UploadView }>();
  const sentTwice: string[] = [];
  const hooks = new Map<number, () => void>();
  const counts = { puts: 0, stored: 0, atOnce: 0, most: 0, ids: 0, created: 0 };
  const outcomes = [...(options.puts ?? [])];
  let isLosing = options.losesFirst ?? false;
  let isExpiring = options.expiresFirst ?? false;
  let losing = options.lostAnswers ?? 0;
  const silent = new Set(options.silent);
  const newId = (): string => {
    counts.ids += 1;
    return `00000000-0000-7000-8000-${String(counts.ids + 100).padStart(12, '0')}`;
  };
  const sign = (id: string, number: number, sha256: string): SignedPart => {
    sums.set(`${id}/${number}`, sha256);
    return {
      number,
      sizeBytes: 0,
      method: 'PUT',
      url: `${id}/${number}`,
      headers: {},
      expiresAt: '2026-11-21T00:00:00.000Z',
    };
  };
  const ports: TransferPorts = {
    api: {
      createFolder: async (body) => {
        folders.push(body.name);
        return ok({ ...nodeOf(body.name), kind: 'folder' });
      },
      createUpload: async (body, key, signal) => {
        const known = answers.get(key);
        if (known !== undefined && known.request !== JSON.stringify(body))
          return err({ code: 'idempotency_mismatch' });
        if (known !== undefined && losing === 0)
          return ok({ outcome: 'created', upload: known.upload, signed: [] });
        if (losing > 0) losing -= 1;
        if (known !== undefined) return err({ code: 'network' });
        counts.created += 1;
        if (body.conflict === 'ask' && options.taken?.includes(body.name)) return err({ code: 'name_taken' });
        const id = UploadId.parse(newId());
        uploads.set(id, { ...body, parts: body.parts });
        stored.set(id, new Map());
        const signed = (body.parts ?? []).map((part) => sign(id, part.number, part.sha256));
        const upload = viewOf(id, { ...body, parts: body.parts });
        answers.set(key, { request: JSON.stringify(body), upload });
        if (options.lostAnswers !== undefined && counts.created <= options.lostAnswers)
          return err({ code: 'network' });
        if (silent.delete(body.name)) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return err({ code: 'network' });
        }
        return ok({ outcome: 'created', upload, signed });
      },
      signParts: async (id, parts) => {
        if (isExpiring) {
          isExpiring = false;
          return err({ code: 'upload_expired' });
        }
        return ok({ signed: parts.map((part) => sign(id, part.number, part.sha256)) });
      },
      getUpload: async (id) => {
        const request = uploads.get(id);
        if (request === undefined) return err({ code: 'upload_not_found' });
        const parts = Array.from(stored.get(id) ?? [], ([number, body]) => ({
          number,
          sizeBytes: body.length,
        }));
        return ok({ upload: viewOf(id, request), stored: parts });
      },
      completeUpload: async (id) => {
        const request = uploads.get(id);
        const parts = stored.get(id);
        if (request === undefined || parts === undefined) return err({ code: 'upload_not_found' });
        if (isLosing) {
          isLosing = false;
          parts.delete(2);
        }
        if (parts.size < partCountFor(request.sizeBytes)) {
          return err({ code: options.lossCode ?? 'upload_incomplete', facts: { state: 'uploading' } });
        }
        committed.push(request);
        return ok({ node: nodeOf(request.name) });
      },
      abortUpload: async (id) => {
        aborted.push(id);
        return ok(undefined);
      },
    },
    hash: async (slice) => ({
      sha256: createHash('sha256')
        .update(Buffer.from(await slice.arrayBuffer()))
        .digest('base64'),
    }),
    put: async (part, body, { signal, onProgress }) => {
      counts.puts += 1;
      counts.atOnce += 1;
      counts.most = Math.max(counts.most, counts.atOnce);
      try {
        await pause(options.slow ? 5 : 0);
        signal.throwIfAborted();
        const outcome = outcomes.shift();
        if (outcome !== undefined) return outcome;
        const bytes = Buffer.from(await body.arrayBuffer());
        const [id = '', number = ''] = part.url.split('/');
        if (createHash('sha256').update(bytes).digest('base64') !== sums.get(part.url)) {
          return { kind: 'refused', status: 400, code: 'BadDigest' };
        }
        if (stored.get(id)?.has(Number(number))) sentTwice.push(part.url);
        stored.get(id)?.set(Number(number), bytes);
        onProgress(bytes.length);
        counts.stored += 1;
        hooks.get(counts.stored)?.();
        signal.throwIfAborted();
        return { kind: 'stored' };
      } finally {
        counts.atOnce -= 1;
      }
    },
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    online: async () => undefined,
    later: (notify) => {
      setTimeout(notify, 0);
    },
    random: () => 0.5,
    newId,
  };
  return {
    ports,
    stored,
    committed,
    folders,
    aborted,
    get created() {
      return counts.created;
    },
    putCount: () => counts.puts,
    mostAtOnce: () => counts.most,
    sentTwice: () => sentTwice,
    afterPut: (count: number, hook: () => void) => hooks.set(count, hook),
  };
}

export function storedNumbers(world: ReturnType<typeof createWorld>): readonly number[] {
  return Array.from(world.stored.values())
    .flatMap((parts) => Array.from(parts.keys()))
    .toSorted((a, b) => a - b);
}

function nodeOf(name: string) {
  return {
    id: NodeId.parse('00000000-0000-7000-8000-000000000009'),
    spaceId: SpaceId.parse('00000000-0000-7000-8000-000000000002'),
    parentId: target,
    kind: 'file' as const,
    name,
    sizeBytes: 1,
    mediaType: 'text/plain',
    modifiedAt: '2026-11-21T00:00:00.000Z',
    createdAt: '2026-11-21T00:00:00.000Z',
    revision: 1,
    versionId: null,
    trashedAt: null,
  };
}

function viewOf(id: UploadId, request: CreateUploadRequest) {
  return {
    id,
    parentId: request.parentId,
    name: request.name,
    sizeBytes: request.sizeBytes,
    state: 'uploading' as const,
    partSizeBytes: partSizeFor(request.sizeBytes),
    partCount: partCountFor(request.sizeBytes),
    integrity: 1 as const,
    expiresAt: '2026-11-21T00:00:00.000Z',
  };
}
