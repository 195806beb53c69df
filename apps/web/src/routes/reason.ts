import type { ApiError } from '../api/error.ts';
import type { useText } from './texts.ts';

/** The words for all errors are not part of every page. What keeps a session from being asked for, or ended, is one of a few. */
export function reasonOf(text: ReturnType<typeof useText>, { code, requestId }: ApiError): string {
  if (code === 'offline' || code === 'timed_out' || code === 'database_unavailable') {
    return text(`routes.failed.${code}`);
  }
  const words = text('routes.failed.other');
  return requestId === undefined ? words : `${words} ${text('routes.failed.reference', { requestId })}`;
}
