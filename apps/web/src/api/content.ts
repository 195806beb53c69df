import type { NodeView } from '@coffer/contracts';
import { KIB } from '@coffer/kit';
import { queryOptions } from '@tanstack/react-query';
import { FIRST_BYTES, mediaTypeOfBytes } from '../lib/first-bytes.ts';
import { nodeKeys } from './nodes.ts';

export const TEXT_SHOWN_BYTES = 1_024 * KIB;

interface ShownText {
  readonly text: string;
  readonly isCut: boolean;
}

export function textQuery(node: NodeView, url: string) {
  return queryOptions({
    queryKey: [...nodeKeys.one(node.id), 'text', node.versionId ?? ''],
    queryFn: ({ signal }) => readText(url, node.sizeBytes ?? 0, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Detected from the first bytes; null when unknown. */
export function shownTypeQuery(node: NodeView, url: string) {
  return queryOptions({
    queryKey: [...nodeKeys.one(node.id), 'shown-type', node.versionId ?? ''],
    queryFn: async ({ signal }) =>
      (await mediaTypeOfBytes(await readBeginning(url, node.sizeBytes ?? 0, signal))) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function readBeginning(url: string, sizeBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  // A range request for an empty file fails.
  if (sizeBytes === 0) return new Uint8Array();
  const headers = { range: `bytes=0-${Math.min(FIRST_BYTES, sizeBytes) - 1}` };
  const response = await fetch(url, { headers, signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`the store answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function readText(url: string, sizeBytes: number, signal: AbortSignal): Promise<ShownText> {
  if (sizeBytes === 0) return { text: '', isCut: false };
  const isCut = sizeBytes > TEXT_SHOWN_BYTES;
  const headers: HeadersInit = isCut ? { range: `bytes=0-${TEXT_SHOWN_BYTES - 1}` } : {};
  const response = await fetch(url, { headers, signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`the store answered ${response.status}`);
  return { text: decode(new Uint8Array(await response.arrayBuffer())), isCut };
}

/** UTF-8, or UTF-16 with a byte order mark; otherwise Windows-1252, which accepts every byte. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
