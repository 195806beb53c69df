import { createHash } from 'node:crypto';
import type { AuditFault, AuditRow } from '@coffer/contracts';
import type { Link } from './model.ts';

// [Note: Chain of hashes] The hash of a row is the SHA-256 of its canonical JSON (RFC 8785: sorted members, no spaces)
// without the member `hash`. `previous` is the hash of the previous row, so a hash covers all earlier rows.

/** The value of `previous` in the first row. */
export const GENESIS = '0'.repeat(64);

/** Writes JSON with keys sorted by UTF-16 code units (RFC 8785, section 3.2.3). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

export function hashOf(row: object): string {
  const { hash: _hash, ...covered } = { hash: '', ...row };
  return createHash('sha256').update(canonicalJson(covered)).digest('hex');
}

export const START: Link = { sequence: 0, hash: GENESIS };

type Chained = Pick<AuditRow, 'sequence' | 'previous' | 'hash'>;

/** Why a row does not follow the previous one. Undefined if it does. */
export function faultOf(before: Link, row: Chained): AuditFault | undefined {
  if (row.sequence !== before.sequence + 1) return { kind: 'missing', sequence: before.sequence + 1 };
  if (row.hash !== hashOf(row)) return { kind: 'changed', sequence: row.sequence };
  return row.previous === before.hash ? undefined : { kind: 'replaced', sequence: row.sequence };
}
