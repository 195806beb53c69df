import { GIB, KIB, MIB } from '@coffer/kit';
import type { AtPool, ListedPerson, PersonRow } from '../../features/people/index.ts';
import type { Failure } from '../../operation.ts';
import { printable } from '../../run/printable.ts';

export const DISABLED_AT_POOL: Readonly<Record<AtPool, string>> = {
  done: '',
  elsewhere: ' The account at the other provider was left as it is.',
  key_missing: ' The account at the user pool was left as it is: no administrator key is configured.',
  failed: ' The user pool did not answer; run the command again to disable the account there too.',
};

const KEY_MISSING = `This Coffer has no administrator key for its user pool.
Set COFFER_POOL_ACCESS_KEY_ID and COFFER_POOL_SECRET_ACCESS_KEY, or do it at the pool itself.`;

type Message = (name: string, failure: Failure) => string;

const REFUSALS: Readonly<Partial<Record<Failure['code'], Message>>> = {
  person_not_found: (name) => `There is nobody called ${name}. "coffer people list" shows everybody.`,
  name_taken: (name) =>
    `${name} has an account already. "coffer people reset-password ${name}" creates a link to sign in again.`,
  account_disabled: (name) => `${name} is disabled. Enable the account first.`,
  kept_elsewhere: (name) =>
    `${name} signs in with another provider, which manages the password and the factors.`,
  last_administrator: (name) => `${name} is the only administrator. Make somebody else one first.`,
  pool_key_missing: () => KEY_MISSING,
  space_not_found: (name) => `${name} has no files to hand over.`,
  invalid_request: (name, { issues = [] }) => issueOf(issues[0]?.path, name),
  pool_unavailable: () => 'The user pool does not answer. Nothing was changed.',
};

/** The message for a failure. `who` is the name or e-mail address that the command was about. */
export function ofFailure(failure: Failure, who: string): string {
  const message = REFUSALS[failure.code];
  return message?.(printable(who), failure) ?? `That is not possible (${failure.code}).`;
}

function issueOf(path: string | undefined, name: string): string {
  if (path === 'email') return `${name} is not an e-mail address.`;
  return path === 'to' ? `${name} has these files already.` : 'The name is too long.';
}

export function ofSeveral(who: string, people: readonly PersonRow[]): string {
  const lines = people.map(
    ({ id, name, email, status, issuer }) =>
      `  ${id}  ${printable(name)} <${printable(email)}>  ${status}  ${issuer}`,
  );
  return [`Several people are called ${printable(who)}. Use an id:`, ...lines].join('\n');
}

export function ofPeople(people: readonly ListedPerson[]): string {
  if (people.length === 0) return 'Nobody has signed in or been invited yet.';
  const head = ['NAME', 'E-MAIL', 'ROLE', 'STATUS', 'LAST SEEN', 'FILES'];
  const rows = people.map((person) => [
    printable(person.name),
    printable(person.email === '' ? person.username : person.email),
    person.role,
    person.expiresAt === null ? person.status : `invited until ${dayOf(person.expiresAt)}`,
    person.lastSeenAt === null ? '' : dayOf(person.lastSeenAt),
    person.id === null ? '' : sizeOf(person.usedBytes),
  ]);
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

function sizeOf(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GiB`;
  if (bytes >= MIB) return `${(bytes / MIB).toFixed(1)} MiB`;
  return bytes >= KIB ? `${Math.round(bytes / KIB)} KiB` : `${bytes} bytes`;
}
