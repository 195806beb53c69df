import { createHash } from 'node:crypto';
import {
  type CompletedUpload,
  type CreateUploadsResult,
  LIMITS,
  NodeId,
  nodeNameIssue,
  partCountFor,
  partSizeFor,
  type SignedPart,
  SpaceId,
  UploadId,
  type UploadView,
} from '@coffer/contracts';
import { err, MIB, ok, type Result } from '@coffer/kit';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { type UploadJournal, NO_JOURNAL } from '../journal/upload-journal.ts';
import type { TransferFailure } from '../model/machine.ts';
import type { UploadRequest } from '../model/upload-request.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import type { TransferPorts } from '../send/ports.ts';
import type { PutOutcome } from '../worker/worker-api.ts';
import { target } from './entries.world.ts';

export function phases(engine: TransferEngine): readonly string[] {
  return trayViewOf(engine.view()).rows.map((transfer) => transfer.phase);
}

export async function settled(engine: TransferEngine): Promise<void> {
  await until(() => {
    const { open, paused, conflicts } = engine.view().summary;
    return open === paused + conflicts;
  });
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the expected state was not reached');
    await pause(2);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface WorldOptions {
  readonly journal?: UploadJournal;
  readonly puts?: PutOutcome[];
  readonly takenNames?: readonly string[];
  /** Existing folders, which no file may replace. */
  readonly folders?: readonly string[];
  /** Existing files, which no folder may replace. */
  readonly files?: readonly string[];
  readonly losesFirst?: boolean;
  readonly lossCode?: string;
  readonly expiresFirst?: boolean;
  readonly slow?: boolean;
  /** How many responses to reservations are lost. */
  readonly lostAnswers?: number;
  readonly takesBundles?: boolean;
  /** For these names, the first response to a reservation is lost. */
  readonly firstAnswerLost?: readonly string[];
}

/** An in-memory server and store; only the network is simulated. */
export function createWorld(options: WorldOptions = {}) {
  const stored = new Map<string, Map<number, Buffer>>();
  const uploads = new Map<string, UploadRequest>();
  const committed = new Map<string, UploadRequest>();
  const folders: string[] = [];
  const aborted: string[] = [];
  const sums = new Map<string, string>();
  const answers = new Map<string, { readonly request: string; readonly answer: CreateUploadsResult }>();
  const sentTwice: string[] = [];
  const receipts = new Set<string>();
  const activeElsewhere = new Set<string>();
  const hooks = new Map<number, () => void>();
  const counts = {
    puts: 0,
    stored: 0,
    atOnce: 0,
    most: 0,
    ids: 0,
    created: 0,
    reservations: 0,
    completions: 0,
    sleptMs: 0,
  };
  const outcomes = [...(options.puts ?? [])];
  let isLosing = options.losesFirst ?? false;
  let isExpiring = options.expiresFirst ?? false;
  let losing = options.lostAnswers ?? 0;
  const silent = new Set(options.firstAnswerLost);
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
  const reserve = (body: UploadRequest): CreateUploadsResult['items'][number] => {
    counts.created += 1;
    if (nodeNameIssue(body.name) !== undefined) return { outcome: 'failed', code: 'invalid_request' };
    const isAsking = body.conflict === 'ask' && options.takenNames?.includes(body.name);
    if (isAsking || options.folders?.includes(body.name)) return { outcome: 'failed', code: 'name_taken' };
    const id = UploadId.parse(newId());
    uploads.set(id, body);
    stored.set(id, new Map());
    const signed = (body.parts ?? []).map((part) => sign(id, part.number, part.sha256));
    return { outcome: 'created', upload: viewOf(id, body), signed };
  };
  const bundled = (answer: CreateUploadsResult, bodies: readonly UploadRequest[]): CreateUploadsResult => {
    if (options.takesBundles !== true || bodies.length < 2) return answer;
    const uploadIds: UploadId[] = [];
    const items = answer.items.map((item, index) => {
      if (item.outcome !== 'created' || (bodies[index]?.sizeBytes ?? 0) > MIB) return item;
      uploadIds.push(item.upload.id);
      return { ...item, signed: [] };
    });
    const url = `bundle/${uploadIds.join()}`;
    const fields: [string, string][] = [['policy', 'a policy']];
    const bundle = { url, fields, expiresAt: '2026-11-21T00:00:00.000Z', uploadIds };
    return { items, bundles: [bundle] };
  };
  const putBundle = async (url: string, body: Blob): Promise<PutOutcome> => {
    const ids = url.slice('bundle/'.length).split(',');
    const form = await new Response(body, { headers: { 'content-type': body.type } }).formData();
    const files = form.getAll('file').filter((one) => one instanceof File);
    if (form.get('policy') !== 'a policy' || files.length !== ids.length)
      return { kind: 'refused', status: 400, code: 'MalformedPOSTRequest' };
    for (const [index, id] of ids.entries()) {
      const bytes = Buffer.from((await files[index]?.arrayBuffer()) ?? new ArrayBuffer(0));
      if (createHash('sha256').update(bytes).digest('base64') !== sums.get(`${id}/1`))
        return { kind: 'refused', status: 400, code: 'BadDigest' };
      if (stored.get(id)?.has(1)) sentTwice.push(id);
      stored.get(id)?.set(1, bytes);
    }
    return { kind: 'stored', answer: JSON.stringify({ receipt: ids.join(), signature: 'signed' }) };
  };
  const reserveAll = async (
    bodies: readonly UploadRequest[],
    key: string,
    signal: AbortSignal,
  ): Promise<Result<CreateUploadsResult, TransferFailure>> => {
    counts.reservations += 1;
    const request = JSON.stringify(bodies);
    const known = answers.get(key);
    if (known !== undefined && known.request !== request) return err({ code: 'idempotency_mismatch' });
    const isLost = losing > 0;
    if (isLost) losing -= 1;
    const answer = known?.answer ?? bundled({ items: bodies.map(reserve) }, bodies);
    answers.set(key, { request, answer });
    if (isLost) return err({ code: 'network' });
    if (bodies.some(({ name }) => silent.delete(name))) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return err({ code: 'network' });
    }
    return ok(answer);
  };
  const complete = (id: UploadId): Result<CompletedUpload, TransferFailure> => {
    const request = uploads.get(id);
    const parts = stored.get(id);
    if (request === undefined || parts === undefined) return err({ code: 'upload_not_found' });
    if (committed.has(id)) return ok({ node: nodeOf(request.name) });
    if (aborted.includes(id)) return err({ code: 'upload_not_found' });
    if (isLosing) {
      isLosing = false;
      parts.delete(request.sizeBytes > 8 * MIB ? 2 : 1);
    }
    if (parts.size < partCountFor(request.sizeBytes)) {
      return err({ code: options.lossCode ?? 'upload_incomplete', facts: { state: 'uploading' } });
    }
    committed.set(id, request);
    return ok({ node: nodeOf(request.name) });
  };
  const ports: TransferPorts = {
    api: {
      createFolder: async (body) => {
        if (options.files?.includes(body.name)) return err({ code: 'name_taken' });
        folders.push(body.name);
        return ok({ ...nodeOf(body.name), kind: 'folder' });
      },
      createUpload: async (body, key, signal) => {
        const answer = await reserveAll([body], key, signal);
        if (!answer.ok) return answer;
        const [item] = answer.value.items;
        if (item === undefined || item.outcome === 'failed') return err(item ?? { code: 'internal' });
        return ok(item);
      },
      createUploads: reserveAll,
      signUploads: async (ids) => {
        counts.reservations += 1;
        const items = ids.map((id): CreateUploadsResult['items'][number] => {
          const request = uploads.get(id);
          const [only] = request?.parts ?? [];
          if (request === undefined || only === undefined || committed.has(id) || aborted.includes(id))
            return { outcome: 'failed', code: 'upload_not_found' };
          const signed = [sign(id, only.number, only.sha256)];
          return { outcome: 'created', upload: viewOf(id, request), signed };
        });
        const bodies = ids.map((id) => uploads.get(id)).filter((body) => body !== undefined);
        return ok(bundled({ items }, bodies));
      },
      signParts: async (id, parts) => {
        if (isExpiring) {
          isExpiring = false;
          return err({ code: 'upload_expired' });
        }
        if (aborted.includes(id)) return err({ code: 'upload_not_found' });
        return ok({ signed: parts.map((part) => sign(id, part.number, part.sha256)) });
      },
      getUpload: async (id) => {
        const request = uploads.get(id);
        if (request === undefined) return err({ code: 'upload_not_found' });
        const parts = Array.from(stored.get(id) ?? [], ([number, body]) => ({
          number,
          sizeBytes: body.length,
          sha256: createHash('sha256').update(body).digest('base64'),
        }));
        const state = committed.has(id) ? 'committed' : 'uploading';
        return ok({ upload: { ...viewOf(id, request), state }, stored: parts });
      },
      completeUpload: async (id) => complete(id),
      completeUploads: async (ids, given) => {
        counts.completions += 1;
        if (ids.length > LIMITS.uploadBatchMax || given.length > LIMITS.storeReceiptsMax)
          return err({ code: 'invalid_request' });
        for (const { receipt } of given) for (const id of receipt.split(',')) receipts.add(id);
        return ok({
          items: ids.map((id) => {
            const answer = complete(id);
            return answer.ok
              ? { outcome: 'committed' as const, node: answer.value.node }
              : { outcome: 'failed' as const, ...answer.error };
          }),
        });
      },
      listUploads: async () =>
        ok({
          uploads: [...uploads]
            .filter(([id]) => !committed.has(id) && !aborted.includes(id))
            .map(([id, request]) => ({
              upload: viewOf(UploadId.parse(id), request),
              parentName: 'Files',
              modifiedAt: request.modifiedAt,
              createdAt: '2026-11-01T00:00:00.000Z',
              updatedAt: '2026-11-01T00:00:00.000Z',
              isActive: activeElsewhere.has(id),
            })),
        }),
      abortUpload: async (id) => {
        aborted.push(id);
        return ok(undefined);
      },
    },
    reachServer: async () => ok(undefined),
    hash: async (slices, { onSmall }) =>
      await Promise.all(
        slices.map(async (slice, index) => {
          const bytes = new Uint8Array(await slice.arrayBuffer());
          if (bytes.length <= MIB) onSmall?.(index, bytes);
          return { sha256: createHash('sha256').update(bytes).digest('base64') };
        }),
      ),
    put: async (part, body, { signal, onProgress }) => {
      counts.puts += 1;
      counts.atOnce += 1;
      counts.most = Math.max(counts.most, counts.atOnce);
      try {
        await pause(options.slow ? 5 : 0);
        signal.throwIfAborted();
        const outcome = outcomes.shift();
        if (outcome !== undefined) return outcome;
        if (part.url.startsWith('bundle/')) return await putBundle(part.url, body);
        const bytes = Buffer.from(await body.arrayBuffer());
        signal.throwIfAborted();
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
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      await pause(Math.min(ms / 50, 10));
      counts.sleptMs += ms;
      signal.throwIfAborted();
    },
    onRetryHint: () => undefined,
    untilSignedIn: async () => undefined,
    journal: () => options.journal ?? NO_JOURNAL,
    now: () => performance.now() + counts.sleptMs,
    schedule: (notify) => {
      setTimeout(notify, 0);
    },
    random: () => 0.5,
    newId,
  };
  return {
    ports,
    stored,
    committed: () => [...committed.values()],
    folders,
    aborted,
    get created() {
      return counts.created;
    },
    callCount: () => counts.reservations + counts.completions,
    putCount: () => counts.puts,
    /** Ids of uploads that another device keeps active. */
    activeElsewhere,
    /** Ids of uploads completed with a store receipt. */
    receipts,
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

function viewOf(id: UploadId, request: UploadRequest): UploadView {
  return {
    id,
    parentId: request.parentId,
    name: request.name,
    sizeBytes: request.sizeBytes,
    state: 'uploading',
    partSizeBytes: partSizeFor(request.sizeBytes),
    partCount: partCountFor(request.sizeBytes),
    integrity: 1,
    expiresAt: '2026-11-21T00:00:00.000Z',
  };
}
