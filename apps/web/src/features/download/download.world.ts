import { randomUUID } from 'node:crypto';
import { LIMITS, type NodeId, type TreePage, type VersionId } from '@coffer/contracts';
import { err, ok, SECOND_MS } from '@coffer/kit';
import { createClock } from '../../lib/retry/clock.world.ts';
import { type Download, DownloadEngine } from './engine.ts';
import type { DownloadFailure, DownloadPorts, SinkFile } from './ports.ts';
import type { SelectedNode } from './read-tree.ts';

export const CHANGED_AT = '2026-03-04T05:06:08.000Z';

/** A string is the content of a file, an object a folder. */
export interface Tree {
  readonly [name: string]: string | Tree;
}

export interface WorldOptions {
  readonly onGet?: (request: {
    readonly name: string;
    readonly from: number;
    readonly count: number;
  }) => Response | 'broken' | 'silent' | undefined;
  /** Failures of the first calls, in order. Later calls succeed. */
  readonly refusals?: readonly DownloadFailure[];
  readonly onList?: () => DownloadFailure | undefined;
  readonly onSign?: () => DownloadFailure | undefined;
  /** By default, the session returns at once. */
  readonly returning?: Promise<void>;
  /** The constant random value, below 1. Without it, pauses take no time. */
  readonly random?: number;
  readonly onWrite?: (written: number) => Promise<void> | void;
}

/** A response that sends `text` and then stalls. */
export function fallingSilent(text: string): Response {
  return new Response(
    new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(text)) }),
  );
}

/** Aborts the body with the signal, as `fetch` does. */
function tied({ status, headers, body }: Response, signal: AbortSignal): Response {
  if (body === null) return new Response(null, { status, headers });
  const through = new TransformStream<Uint8Array, Uint8Array>();
  void Promise.allSettled([body.pipeTo(through.writable, { signal })]);
  return new Response(through.readable, { status, headers });
}

export function createWorld(tree: Tree, options: WorldOptions = {}) {
  const clock = createClock();
  const hinted = new Set<() => void>();
  const children = new Map<string, SelectedNode[]>();
  const contents = new Map<string, { readonly name: string; readonly bytes: Buffer }>();
  const refusals = [...(options.refusals ?? [])];
  const counts = new Map<string, number>();
  const gone = new Set<string>();
  const sinks: { file: SinkFile; bytes: Buffer[]; state: 'open' | 'closed' | 'aborted' }[] = [];
  const seen = { running: 0, most: 0, signed: 0, listed: 0, gets: 0 };
  const enter = (name: string, content: string | Tree, parentId: NodeId | null): SelectedNode => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this test world creates its own ids
    const id = randomUUID() as NodeId;
    const isFile = typeof content === 'string';
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this test world creates its own ids
    const versionId = isFile ? (randomUUID() as VersionId) : null;
    const bytes = isFile ? Buffer.from(content) : undefined;
    if (bytes !== undefined && versionId !== null) contents.set(versionId, { name, bytes });
    if (!isFile) {
      children.set(
        id,
        Object.entries(content).map(([inner, below]) => enter(inner, below, id)),
      );
    }
    return {
      id,
      parentId,
      kind: isFile ? 'file' : 'folder',
      name,
      sizeBytes: bytes?.length ?? null,
      modifiedAt: CHANGED_AT,
      versionId,
    };
  };
  const roots = Object.entries(tree).map(([name, content]) => enter(name, content, null));
  const ports: DownloadPorts = {
    api: {
      listTree: ({ ids, after }) => {
        seen.listed += 1;
        const refusal = options.onList?.() ?? refusals.shift();
        if (refusal !== undefined) return Promise.resolve(err(refusal));
        const all = ids.flatMap((id) => children.get(id) ?? []).slice(Number(after ?? 0));
        const page: TreePage = {
          items: all.slice(0, 2),
          next: all.length > 2 ? { ids: [...ids], after: String(Number(after ?? 0) + 2) } : null,
        };
        return Promise.resolve(ok(page));
      },
      signContents: (files) => {
        seen.signed += 1;
        const refusal = options.onSign?.();
        if (refusal !== undefined) return Promise.resolve(err(refusal));
        const items = files.map(({ versionId }) =>
          gone.has(contents.get(versionId)?.name ?? '')
            ? ({ ok: false, code: 'node_not_found' } as const)
            : ({ ok: true, url: versionId, expiresAt: CHANGED_AT, sizeBytes: 0 } as const),
        );
        return Promise.resolve(ok({ items }));
      },
      signedMax: LIMITS.contentsSignedMax,
      urlLifeMs: LIMITS.downloadUrlLifeMs,
    },
    get: async (url, from, signal) => {
      signal.throwIfAborted();
      seen.gets += 1;
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.running -= 1;
      const { name, bytes } = contents.get(url) ?? { name: '', bytes: Buffer.alloc(0) };
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const answer = options.onGet?.({ name, from, count });
      if (answer === 'broken') throw new TypeError('Failed to fetch');
      if (answer === 'silent') await clock.sleep(Number.POSITIVE_INFINITY, signal);
      if (answer instanceof Response) return tied(answer, signal);
      return new Response(new Uint8Array(bytes.subarray(from)), { status: from === 0 ? 200 : 206 });
    },
    openSink: (file) => {
      const sink: (typeof sinks)[number] = { file, bytes: [], state: 'open' };
      sinks.push(sink);
      return Promise.resolve({
        write: async (bytes) => {
          sink.bytes.push(Buffer.from(bytes));
          await options.onWrite?.(sink.bytes.length);
        },
        close: () => Promise.resolve(void (sink.state = 'closed')),
        abort: () => void (sink.state = 'aborted'),
      });
    },
    sleep: clock.sleep,
    onRetryHint: (listener) => void hinted.add(listener),
    untilSignedIn: () => options.returning ?? Promise.resolve(),
    schedule: (notify) => notify(),
    now: clock.now,
    random: () => options.random ?? 0,
    newId: randomUUID,
  };
  const stir = (): void => {
    for (const listener of hinted) listener();
  };
  return { roots, ports, sinks, seen, gone, clock, stir, engine: new DownloadEngine(ports) };
}

/** Advances the clock until the condition holds, but not during a request. */
export async function untilIn(
  { clock, seen }: ReturnType<typeof createWorld>,
  isSo: () => boolean,
): Promise<void> {
  for (let seconds = 0; seconds < 100_000; seconds += 1) {
    do await new Promise((resolve) => setImmediate(resolve));
    while (seen.running > 0);
    if (isSo()) return;
    clock.pass(SECOND_MS);
  }
  throw new Error('the expected state was not reached');
}

export async function ended(engine: DownloadEngine, ...phases: Download['phase'][]): Promise<Download> {
  for (let looks = 0; looks < 2_000; looks += 1) {
    const [download] = engine.view();
    if (download !== undefined && phases.includes(download.phase)) return download;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`never ${phases.join(' or ')}: ${JSON.stringify(engine.view())}`);
}
