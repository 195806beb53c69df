import { LIMITS, type NodeId, type NodeView, type VersionId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { textOrStream } from '../../lib/first-bytes.ts';
import { ImageSlots } from '../../lib/loading/image-slots.ts';
import { encodingOf } from '../../lib/text/encoding-of.ts';
import { callOrThrow } from '../calls/client.ts';
import { fetchFileBytes } from '../file-bytes.ts';
import { nodeKeys } from '../nodes.ts';

const READ_BYTES = 1_024;
/** Batches the files of one screen into one call, and skips files that were only scrolled past. */
const COLLECT_MS = 100;
const READS_AT_ONCE = 4;

type TextFile = Pick<NodeView, 'id' | 'sizeBytes'> & { readonly versionId: VersionId };

interface Waiting {
  readonly file: { readonly nodeId: NodeId; readonly versionId: VersionId };
  readonly signal: AbortSignal;
  readonly resolve: (url: string | undefined) => void;
  readonly reject: (cause: unknown) => void;
}

const slots = new ImageSlots(READS_AT_ONCE);
let waiting: Waiting[] = [];

/** The first characters of a file. Null if it is not text, or no longer visible. */
export function textBeginningQuery({ id, versionId, sizeBytes }: TextFile) {
  return queryOptions({
    queryKey: [...nodeKeys.one(id), 'beginning', versionId] as const,
    queryFn: async ({ signal }) => {
      const url = await signedUrl({ nodeId: id, versionId }, signal);
      if (url === undefined) return null;
      const last = Math.min(READ_BYTES, sizeBytes ?? 0) - 1;
      return textOf(await inSlot(async () => await fetchFileBytes(url, { signal, range: [0, last] })));
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

async function signedUrl(file: Waiting['file'], signal: AbortSignal): Promise<string | undefined> {
  return await new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(signAll, COLLECT_MS);
    waiting.push({ file, signal, resolve, reject });
  });
}

function signAll(): void {
  const all = waiting;
  waiting = [];
  const wanted = all.filter(({ signal }) => !signal.aborted);
  for (const { signal, reject } of all) if (signal.aborted) reject(signal.reason);
  for (let at = 0; at < wanted.length; at += LIMITS.contentsSignedMax) {
    void sign(wanted.slice(at, at + LIMITS.contentsSignedMax));
  }
}

async function sign(wanted: readonly Waiting[]): Promise<void> {
  try {
    const { items } = await callOrThrow('signContents', { body: { files: wanted.map(({ file }) => file) } });
    for (const [index, { resolve }] of wanted.entries()) {
      const item = items[index];
      resolve(item?.ok === true ? item.url : undefined);
    }
  } catch (error) {
    for (const { reject } of wanted) reject(error);
  }
}

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  let release: (() => void) | undefined;
  await new Promise<void>((resolve) => {
    release = slots.acquire(resolve);
  });
  try {
    return await work();
  } finally {
    release?.();
  }
}

function textOf(bytes: Uint8Array): string | null {
  if (textOrStream(bytes) !== 'text/plain') return null;
  // The text may be cut in the middle of a character.
  return new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true });
}
