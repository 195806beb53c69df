import { LIMITS, type NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { FIRST_BYTES, mediaTypeOfBytes, textOrStream } from '../lib/first-bytes.ts';
import type { DecodedText } from '../lib/text/text-encoding.ts';
import { nodeKeys } from './nodes.ts';

export const TEXT_SHOWN_BYTES = LIMITS.textPreviewMaxBytes;

export interface ShownText extends DecodedText {
  /** The bytes that were read, perhaps not the whole file. */
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
  /** Judged by the first bytes. */
  readonly isText: boolean;
}

type ShownNode = Pick<NodeView, 'id' | 'sizeBytes' | 'versionId'>;

export function textQuery(node: ShownNode, url: string) {
  return queryOptions({
    queryKey: [...nodeKeys.one(node.id), 'text', node.versionId ?? ''],
    queryFn: ({ signal }) => readText(url, node.sizeBytes ?? 0, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The media type detected from the first bytes; null if unknown. */
export function shownTypeQuery(node: ShownNode, url: string) {
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

export async function readText(url: string, sizeBytes: number, signal?: AbortSignal): Promise<ShownText> {
  // A range request for an empty file fails.
  if (sizeBytes === 0) return await shownText(new Uint8Array(), false);
  const isCut = sizeBytes > TEXT_SHOWN_BYTES;
  const headers: HeadersInit = isCut ? { range: `bytes=0-${TEXT_SHOWN_BYTES - 1}` } : {};
  const response = await fetch(url, {
    headers,
    ...(signal === undefined ? {} : { signal }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (!response.ok) throw new Error(`the store answered ${response.status}`);
  return await shownText(new Uint8Array(await response.arrayBuffer()), isCut);
}

async function shownText(bytes: Uint8Array, isCut: boolean): Promise<ShownText> {
  // Loaded with the first text.
  const { decodeText } = await import('../lib/text/text-encoding.ts');
  const isText = textOrStream(bytes.subarray(0, FIRST_BYTES)) === 'text/plain';
  return { ...decodeText(bytes, { isCut }), bytes, isCut, isText };
}
