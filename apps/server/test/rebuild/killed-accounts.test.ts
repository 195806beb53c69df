// docs/decisions/0132-the-bucket-is-enough.md
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runRebuild } from '../../src/commands/rebuild/run.ts';
import { findUnfinished } from '../../src/features/journal/index.ts';
import { createResetLink } from '../../src/features/people/index.ts';
import { type Owner, valueOf } from '../../src/live.world.ts';
import { PASSWORD, type SignInWorld, signInWorld } from '../sign-in-world.ts';
import { type RebuildWorld, startRebuildWorld } from './rebuild.world.ts';

type Needs = Parameters<typeof runRebuild>[0];

let before: RebuildWorld;
let after: SignInWorld;
let people: readonly Owner[];
let services: Needs;

beforeEach(async () => {
  before = await startRebuildWorld();
  after = await signInWorld({ startsAt: new Date() });
  people = [before.owner, await before.world.addOwner(), await before.world.addOwner()];
  const { db } = before.services;
  await db.updateTable('user').set({ issuer: after.services.pool.issuer }).execute();
  await db
    .updateTable('user')
    .set({ role: 'administrator' })
    .where('id', '=', before.owner.person.id)
    .execute();
  await before.journal();
  await before.journal();
  services = { ...after.services, blobs: before.store.blobs };
});

afterEach(async () => {
  await after.end();
  await before[Symbol.asyncDispose]();
});

async function run(
  changes: {
    readonly pool?: Partial<Needs['pool']>;
    readonly isDryRun?: boolean;
    readonly isJson?: boolean;
  } = {},
) {
  const { pool = {}, isDryRun = false, isJson = false } = changes;
  const printed: string[] = [];
  const said: string[] = [];
  const output = {
    print: (text: string) => void printed.push(text),
    say: (line: string) => void said.push(line),
  };
  const given = { ...services, pool: { ...services.pool, ...pool } };
  const exitCode = await runRebuild(
    given,
    { isDryRun, isJson, journal: undefined, leaveUnread: false },
    output,
  );
  return { exitCode, stdout: printed.join('\n'), stderr: said.join('\n') };
}

/** A pool with which the run is killed at the creation of an account, before or after the pool has made it. */
function killingPool(at: number, when: 'before' | 'after'): Partial<Needs['pool']> {
  let count = 0;
  return {
    createAccount: async (account) => {
      count += 1;
      if (count < at) return await services.pool.createAccount(account);
      if (when === 'after') await services.pool.createAccount(account);
      throw new Error('killed');
    },
  };
}

async function expectSignedIn({ person }: Owner, link?: string): Promise<void> {
  const url =
    link ?? valueOf(await createResetLink(after.services, { userId: person.id, createdBy: null })).url;
  const browser = after.browser();
  const code = url.split('#')[1];
  expect((await browser.call('useResetLink', { code, password: PASSWORD })).status).toBe(200);
  expect((await browser.prove(person.email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  expect((await browser.call('getSession')).body).toMatchObject({ person: { id: person.id } });
}

const linkIn = (text: string): string | undefined => /http:\S+\/new-password#\S+/.exec(text)?.[0];

const DIES_AT_LINK = {
  say: () => undefined,
  print: (text: string) => {
    if (linkIn(text) !== undefined) throw new Error('killed');
  },
};

test.each([
  { at: 1, when: 'before' },
  { at: 2, when: 'after' },
  { at: 3, when: 'after' },
] as const)(
  'a rebuild killed $when account $at is made goes on with the accounts, and everybody can sign in',
  async ({ at, when }) => {
    await expect(run({ pool: killingPool(at, when) })).rejects.toThrow('killed');
    const tried = await run({ isDryRun: true });
    expect(tried).toMatchObject({ exitCode: 3 });
    expect(tried.stdout).toContain('nothing was changed');
    const resumed = await run();
    expect(resumed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(resumed.stdout).toContain('that rebuild ended before all accounts');
    const link = linkIn(resumed.stdout);
    expect(link).toBeDefined();
    for (const owner of people) await expectSignedIn(owner, owner === before.owner ? link : undefined);
    expect((await run()).exitCode, 'the rebuild is finished').toBe(2);
  },
);

test('a rebuild killed before its links are printed prints them at the next run', async () => {
  const asked = { isDryRun: false, isJson: false, journal: undefined, leaveUnread: false };
  await expect(runRebuild(services, asked, DIES_AT_LINK)).rejects.toThrow('killed');
  const resumed = await run();
  expect(resumed.exitCode).toBe(0);
  await expectSignedIn(before.owner, linkIn(resumed.stdout));
});

test('accounts that the pool refused are tried again, and what was missing stays said', async () => {
  const [, second] = people;
  const lost = await before.upload('lost.txt', 'lost');
  await before.journal();
  const { key } = await before.services.db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('key')
    .where('node_id', '=', lost)
    .executeTakeFirstOrThrow();
  valueOf(await before.store.blobs.remove(key));
  const createAccount: Needs['pool']['createAccount'] = async (account) =>
    account.email === second?.person.email
      ? { ok: false, error: { code: 'pool_unavailable' } }
      : await services.pool.createAccount(account);
  const first = await run({ pool: { createAccount } });
  expect(first.exitCode).toBe(3);
  expect(first.stdout).toContain(`No account could be made for ${second?.person.email ?? ''}.`);
  expect(await findUnfinished(services.db)).toEqual({ isWhole: false });
  const resumed = await run({ isJson: true });
  expect(resumed.exitCode, 'an object is missing').toBe(3);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ isResumed: true, accounts: { made: 1, failed: [] } });
  expect(await findUnfinished(services.db)).toBeUndefined();
  for (const owner of people) await expectSignedIn(owner);
});

test('a resumed rebuild never takes the account of another person', async () => {
  await expect(run({ pool: killingPool(1, 'before') })).rejects.toThrow('killed');
  const [first, second] = people;
  const email = first?.person.email ?? '';
  await services.db
    .updateTable('user')
    .set({ email })
    .where('id', '=', second?.person.id ?? '')
    .execute();
  const resumed = await run();
  expect(resumed.exitCode).toBe(3);
  expect(resumed.stdout).toContain(`No account could be made for ${email}.`);
  await expectSignedIn(before.owner, linkIn(resumed.stdout));
});
