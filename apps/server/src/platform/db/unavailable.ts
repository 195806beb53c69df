import { DatabaseError } from 'pg';
import { DatabaseBusyError } from './space-transaction.ts';

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQL_STATES = new Set([
  // Shutdown, crash or start-up; a dropped database.
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '3D000',
  // The session was idle too long, for example on a suspended machine.
  '57P05',
  '25P03',
  // Too many connections; out of memory.
  '53300',
  '53200',
  // The account was rejected.
  '28000',
  '28P01',
  // A standby that is not promoted yet.
  '25006',
  // Lock timeouts, cancelled statements, serialization failures and deadlocks.
  '55P03',
  '57014',
  '40001',
  '40P01',
]);
const DISK_FULL = '53100';
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);
/** Messages of driver errors that have no code. */
const MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Client has encountered a connection error/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
  /^driver has already been destroyed$/,
];

/** Whether the disk is full. Reads still work. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === DISK_FULL;
}

/** Whether PostgreSQL is unreachable, busy or shutting down. False if it rejected the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusyError) return true;
  if (error instanceof DatabaseError) {
    return SQL_STATES.has(error.code ?? '') || error.code?.startsWith('08') === true;
  }
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') {
    return (
      SYSTEM_CODES.has(error.code) &&
      (error.syscall === 'connect' ||
        error.syscall === 'read' ||
        error.syscall === 'write' ||
        error.syscall === 'getaddrinfo')
    );
  }
  return MESSAGES.some((pattern) => pattern.test(error.message));
}

export function describeUnavailable(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '28000' || code === '28P01') return 'it refuses the account or its password';
  if (code === '3D000') return 'it has no database of that name';
  if (error instanceof DatabaseBusyError) return 'it is busy';
  if (error instanceof DatabaseError) return `it reported the error ${code}`;
  return code === '' ? 'no connection' : `no connection (${code})`;
}
