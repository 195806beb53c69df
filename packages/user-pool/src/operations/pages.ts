import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';

const PARTS_MAX = 4;
/** The maximum of the service model for most operations. */
export const PAGE_SIZE_MAX = 60;

export function pageSize(asked: number | undefined): number {
  return asked === undefined || asked === 0 ? PAGE_SIZE_MAX : Math.min(asked, PAGE_SIZE_MAX);
}

/** A cursor. Contains nothing that the page did not show. */
export function createPageToken(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined for the first page. Clients can forge tokens: treat the parts as untrusted text. */
export function parsePageToken(
  token: string | undefined,
  count: number,
): Result<readonly string[] | undefined, PoolError> {
  if (token === undefined) return ok(undefined);
  const parts = readParts(token);
  return parts?.length === count && count <= PARTS_MAX ? ok(parts) : err(errors.paginationTokenInvalid);
}

function readParts(token: string): readonly string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string') ? parsed : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

export function parsePageInstant(part: string | undefined): Date | undefined {
  return part !== undefined && /^\d{1,15}$/.test(part) ? new Date(Number(part)) : undefined;
}
