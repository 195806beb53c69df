import type { NodeView } from '@coffer/contracts';
import { KIB } from '@coffer/kit';
import { nodeKeys } from './nodes.ts';
import type { Query } from './query-cache.ts';

/** Longer texts are shown up to here. */
export const TEXT_SHOWN_BYTES = 1_024 * KIB;

interface ShownText {
  readonly text: string;
  readonly isCut: boolean;
}

/** The beginning of a text, read from the object store by its signed address. */
export function textQuery(node: NodeView, url: string): Query<ShownText> {
  return {
    key: [...nodeKeys.one(node.id), 'text', node.versionId ?? ''],
    read: (signal) => readText(url, node.sizeBytes ?? 0, signal),
    freshMs: Number.POSITIVE_INFINITY,
    keptMs: 0,
  };
}

async function readText(url: string, sizeBytes: number, signal: AbortSignal): Promise<ShownText> {
  if (sizeBytes === 0) return { text: '', isCut: false };
  const isCut = sizeBytes > TEXT_SHOWN_BYTES;
  const headers: HeadersInit = isCut ? { range: `bytes=0-${TEXT_SHOWN_BYTES - 1}` } : {};
  const response = await fetch(url, { headers, signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`the store answered ${response.status}`);
  return { text: decode(new Uint8Array(await response.arrayBuffer())), isCut };
}

/** UTF-8, or UTF-16 where a byte order mark says so; anything else is read as Windows-1252, which every byte fits. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
