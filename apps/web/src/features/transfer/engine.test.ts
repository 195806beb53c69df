import { createHash } from 'node:crypto';
import {
  type CreateUploadRequest,
  NodeId,
  partCountFor,
  partSizeFor,
  type SignedPart,
  SpaceId,
  UploadId,
} from '@coffer/contracts';
import { err, MIB, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine, type Entry, type TransferEngine } from './engine.ts';
import type { PutOutcome, TransferPorts } from './ports.ts';

const target = NodeId.parse('00000000-0000-7000-8000-000000000001');

test('files of a tree arrive in their folders, each folder made once, empty ones too', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  engine.add(target, [
    file(['trip', 'day 1', 'a.txt'], 'A'),
    file(['trip', 'day 1', 'b.txt'], 'B'),
    file(['trip', 'c.txt'], 'C'),
    { kind: 'folder', path: ['trip', 'empty'] },
  ]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done', 'done', 'done']);
  expect(world.folders.toSorted()).toEqual(['day 1', 'empty', 'trip']);
  expect(world.committed.map((upload) => upload.name).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

test('every byte of a file of many parts reaches the store under its checksum', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  const body = Buffer.alloc(20 * MIB, 'coffer!');
  engine.add(target, [file(['big.bin'], body)]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  const parts = Array.from(world.stored.values())[0] ?? new Map<number, Buffer>();
  expect(parts.size).toBe(3);
  const joined = Buffer.concat([1, 2, 3].map((number) => parts.get(number) ?? Buffer.alloc(0)));
  expect(joined.equals(body)).toBe(true);
  expect(engine.list()[0]?.sentBytes).toBe(body.length);
});

test('a part that was damaged on the way or met a broken line is sent again', async () => {
  const outcomes: PutOutcome[] = [
    { kind: 'refused', status: 400, code: 'BadDigest' },
    { kind: 'unreachable' },
    { kind: 'refused', status: 503, code: 'SlowDown' },
    { kind: 'refused', status: 403, code: 'AccessDenied' },
  ];
  const world = createWorld({ puts: outcomes });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.putCount()).toBe(5);
});

test('a refusal that will not pass fails the file and leaves the others alone', async () => {
  const world = createWorld({ puts: [{ kind: 'refused', status: 400, code: 'InvalidRequest' }] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  await settled(engine);
  expect(phases(engine).toSorted()).toEqual(['done', 'failed']);
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
});

test('the tries of a part are bounded', async () => {
  const world = createWorld({ puts: Array.from({ length: 50 }, () => ({ kind: 'unreachable' as const })) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(engine.list()[0]).toMatchObject({ phase: 'failed', failure: { code: 'network' } });
  expect(world.putCount()).toBe(6);
});

test('pause keeps what the store has; resume sends only what is missing', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(2, () => engine.pauseAll());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1))]);
  await until(() => phases(engine)[0] === 'paused');
  const before = storedNumbers(world);
  expect(before.length).toBeGreaterThanOrEqual(2);
  expect(before.length).toBeLessThan(partCountFor(60 * MIB));
  engine.resumeAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
});

test('cancel frees the reservation and nothing becomes visible', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(1, () => engine.cancelAll());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1))]);
  await until(() => world.aborted.length === 1);
  expect(phases(engine)).toEqual(['cancelled']);
  expect(world.committed).toEqual([]);
});

test('a taken name waits for a decision, and one decision serves the batch', async () => {
  const world = createWorld({ taken: ['a.txt', 'b.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B'), file(['c.txt'], 'C')]);
  await until(() => phases(engine).filter((phase) => phase === 'conflict').length === 2);
  const first = engine.list().find((transfer) => transfer.phase === 'conflict');
  engine.decide(first?.id ?? '', 'replace', true);
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done', 'done']);
  expect(world.committed.map((upload) => upload.conflict).toSorted()).toEqual(['ask', 'replace', 'replace']);
});

test('a part that the store lost is sent again before the file is completed', async () => {
  const world = createWorld({ losesFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['big.bin'], Buffer.alloc(20 * MIB, 3))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(storedNumbers(world)).toEqual([1, 2, 3]);
});

test('a part that the store holds with other bytes is sent again before the file is completed', async () => {
  const world = createWorld({ losesFirst: true, lossCode: 'checksum_mismatch' });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['big.bin'], Buffer.alloc(20 * MIB, 3))]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(storedNumbers(world)).toEqual([1, 2, 3]);
});

test('an expired reservation is made anew by itself, once', async () => {
  const world = createWorld({ expiresFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(2);
});

test('after sign-out nothing runs and nothing is remembered', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(1, () => engine.wipe());
  engine.add(target, [file(['big.bin'], Buffer.alloc(60 * MIB, 1)), file(['b.txt'], 'B')]);
  await until(() => engine.list().length === 0);
  const puts = world.putCount();
  await pause(20);
  expect(world.putCount()).toBeLessThanOrEqual(puts + 4);
  expect(world.committed).toEqual([]);
});

test('never more than four parts are under way', async () => {
  const world = createWorld({ slow: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [
    file(['one.bin'], Buffer.alloc(40 * MIB, 1)),
    file(['two.bin'], Buffer.alloc(40 * MIB, 2)),
    ...Array.from({ length: 20 }, (_, index) => file([`${index}.txt`], String(index))),
  ]);
  await settled(engine);
  expect(phases(engine).every((phase) => phase === 'done')).toBe(true);
  expect(world.mostAtOnce()).toBeGreaterThan(1);
  expect(world.mostAtOnce()).toBeLessThanOrEqual(4);
});

function file(path: readonly string[], content: string | Buffer): Entry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { kind: 'file', path, file: new File([new Uint8Array(bytes)], path.at(-1) ?? '') };
}

function phases(engine: TransferEngine): readonly string[] {
  return engine.list().map((transfer) => transfer.phase);
}

async function settled(engine: TransferEngine): Promise<void> {
  const open = ['queued', 'preparing', 'uploading', 'completing'];
  await until(() => engine.list().every((transfer) => !open.includes(transfer.phase)));
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the expected state did not come');
    await pause(2);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface WorldOptions {
  readonly puts?: PutOutcome[];
  readonly taken?: readonly string[];
  readonly losesFirst?: boolean;
  readonly lossCode?: string;
  readonly expiresFirst?: boolean;
  readonly slow?: boolean;
}

/** A server and a store in memory that keep the promises of the API; only the network between is played. */
function createWorld(options: WorldOptions = {}) {
  const stored = new Map<string, Map<number, Buffer>>();
  const uploads = new Map<string, CreateUploadRequest>();
  const committed: CreateUploadRequest[] = [];
  const folders: string[] = [];
  const aborted: string[] = [];
  const sums = new Map<string, string>();
  const sentTwice: string[] = [];
  const hooks = new Map<number, () => void>();
  const counts = { puts: 0, stored: 0, atOnce: 0, most: 0, ids: 0, created: 0 };
  const outcomes = [...(options.puts ?? [])];
  let isLosing = options.losesFirst ?? false;
  let isExpiring = options.expiresFirst ?? false;
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
      createUpload: async (body, _key) => {
        counts.created += 1;
        if (body.conflict === 'ask' && options.taken?.includes(body.name)) return err({ code: 'name_taken' });
        const id = UploadId.parse(newId());
        uploads.set(id, { ...body, parts: body.parts });
        stored.set(id, new Map());
        const signed = (body.parts ?? []).map((part) => sign(id, part.number, part.sha256));
        return ok({
          outcome: 'created',
          upload: viewOf(id, uploads.get(id) ?? { ...body, parts: undefined }),
          signed,
        });
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

function storedNumbers(world: ReturnType<typeof createWorld>): readonly number[] {
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
