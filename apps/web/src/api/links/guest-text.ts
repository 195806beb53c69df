import type { GuestNode } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { fetchFileBytes } from '../file-bytes.ts';

const SHOWN_BYTES = 200_000;

/** Does not count as a download. Invalid UTF-8 becomes replacement characters. */
export function guestTextQuery(token: string, node: GuestNode) {
  return queryOptions({
    queryKey: ['guest', token, 'text', node.id, node.versionId] as const,
    queryFn: async ({ signal }) => {
      const { url, sizeBytes } = await callOrThrow('signGuestContent', {
        params: { token, nodeId: node.id },
        body: { disposition: 'inline' },
        signal,
      });
      if (sizeBytes === 0) return { text: '', isWhole: true };
      const bytes = await fetchFileBytes(url, { signal, range: [0, SHOWN_BYTES - 1] });
      const isWhole = sizeBytes <= bytes.length;
      // The text may be cut in the middle of a character.
      return { text: new TextDecoder().decode(bytes, { stream: !isWhole }), isWhole };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
