import type { ApiError } from '../../api/calls/error.ts';
import type { useText } from '../texts.ts';

/** A short list of reasons, which keeps the full error catalog out of this chunk. */
export function reasonOf(text: ReturnType<typeof useText>, { code, requestId }: ApiError): string {
  if (code === 'offline' || code === 'timed_out' || code === 'database_unavailable') {
    return text(`routes.failed.${code}`);
  }
  const words = text('routes.failed.other');
  return requestId === undefined ? words : `${words} ${text('routes.failed.reference', { requestId })}`;
}
