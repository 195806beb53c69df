import { randomBytes } from 'node:crypto';
import { err, type Result } from '@coffer/kit';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import { createResetLink, displayName, listPeople } from '../../features/people/index.ts';
import {
  changeSubject,
  isSubjectOfAnother,
  listPoolPeople,
  type PoolPerson,
} from '../../features/journal/store/accounts.ts';

export interface Accounts {
  /** The number of accounts created again at the pool, with random passwords. */
  readonly made: number;
  /** Links by which administrators choose a new password, with their names. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** Addresses of people whose account could not be created. */
  readonly failed: readonly string[];
}

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'pool'>;

const PAGE = 500;

/**
 * Creates lost accounts of the embedded pool again, and gives people the new subjects. Safe to kill and to run again: then `linksAll` gives links also for accounts that an earlier run created.
 */
export async function makeLostAccounts(
  services: Needs,
  { linksAll }: { readonly linksAll: boolean },
): Promise<Accounts> {
  const { db, pool } = services;
  const failed: string[] = [];
  const madeIds = new Set<string>();
  for (const person of await listPoolPeople(db, pool.issuer)) {
    const account = await pool.findAccount(person.username);
    if (account.ok && account.value !== undefined) continue;
    const made = account.ok ? await makeAccount(services, person) : account;
    if (made.ok) {
      await changeSubject(db, { id: person.id, subject: made.value.subject, username: made.value.username });
      madeIds.add(person.id);
    } else {
      failed.push(person.email);
    }
  }
  const links = await linksFor(services, (id) => linksAll || madeIds.has(id));
  return { made: madeIds.size, links, failed };
}

/** Creates the account, or takes the one that a killed run created for the same address. */
async function makeAccount(
  { db, pool }: Needs,
  { id, email, name }: PoolPerson,
): Promise<Result<{ readonly subject: string; readonly username: string }, PoolFailure>> {
  const password = `${randomBytes(24).toString('base64url')}aA1!`;
  const made = await pool.createAccount({ email, name, password, resume: false });
  if (made.ok || made.error.code !== 'name_taken') return made;
  const found = await pool.findAccount(email);
  if (!found.ok) return found;
  const subject = found.value?.subject;
  if (subject !== undefined && (await isSubjectOfAnother(db, { id, issuer: pool.issuer, subject })))
    return err({ code: 'name_taken' });
  return await pool.createAccount({ email, name, password, resume: true });
}

async function linksFor(services: Needs, isWanted: (id: string) => boolean): Promise<Accounts['links']> {
  const links: { name: string; url: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listPeople(services, { after, limit: PAGE });
    for (const person of page.items) {
      if (person.id === null || person.role !== 'administrator' || !isWanted(person.id)) continue;
      const link = await createResetLink(services, { userId: person.id, createdBy: null });
      if (link.ok) links.push({ name: displayName(person), url: link.value.url });
    }
    if (page.next === undefined) return links;
    after = page.next;
  }
}
