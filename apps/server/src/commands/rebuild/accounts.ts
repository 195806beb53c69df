import { randomBytes } from 'node:crypto';
import type { Services } from '../../services.ts';
import { createResetLink, displayName, listPeople } from '../../features/people/index.ts';
import { changeSubject, listPoolPeople } from '../../features/journal/store/accounts.ts';

export interface Accounts {
  /** The number of accounts created again at the pool, with random passwords. */
  readonly made: number;
  /** Links by which administrators choose a new password, with their names. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** Names of people whose account could not be created. */
  readonly failed: readonly string[];
}

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'pool'>;

const PAGE = 500;

/** Creates accounts of the embedded pool again, which were lost with its PostgreSQL. People get the new subjects. */
export async function makeLostAccounts(services: Needs): Promise<Accounts> {
  const { db, pool } = services;
  const failed: string[] = [];
  const madeIds = new Set<string>();
  for (const person of await listPoolPeople(db, pool.issuer)) {
    const account = await pool.findAccount(person.username);
    if (account.ok && account.value !== undefined) continue;
    const password = `${randomBytes(24).toString('base64url')}aA1!`;
    const { email, name } = person;
    const made = account.ok ? await pool.createAccount({ email, name, password, resume: true }) : account;
    if (made.ok) {
      await changeSubject(db, { id: person.id, subject: made.value.subject, username: made.value.username });
      madeIds.add(person.id);
    } else {
      failed.push(email);
    }
  }
  return { made: madeIds.size, links: await linksFor(services, madeIds), failed };
}

async function linksFor(services: Needs, madeIds: ReadonlySet<string>): Promise<Accounts['links']> {
  const links: { name: string; url: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listPeople(services, { after, limit: PAGE });
    for (const person of page.items) {
      if (person.id === null || person.role !== 'administrator' || !madeIds.has(person.id)) continue;
      const link = await createResetLink(services, { userId: person.id, createdBy: null });
      if (link.ok) links.push({ name: displayName(person), url: link.value.url });
    }
    if (page.next === undefined) return links;
    after = page.next;
  }
}
