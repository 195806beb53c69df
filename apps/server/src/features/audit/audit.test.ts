import { AuditExportQuery, AuditQuery, type AuditRow, type Person } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  errorOf,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live.world.ts';
import { inCall } from '../../platform/call-context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { canonicalJson, GENESIS, hashOf } from './chain.ts';
import { exportAudit } from './export-audit.ts';
import { listHeads, writeAuditHead } from './heads.ts';
import { listAudit } from './list-audit.ts';
import { recordAudit, recordAuditNow } from './record-audit.ts';
import { verifyAudit } from './verify-audit.ts';

let world: World;
let store: StoreWorld;
let auditor: Person;
const services = () => ({ ...world.services, blobs: store.blobs });

const silent = (): undefined => undefined;

beforeAll(async () => {
  store = await startStoreWorld({
    debug: silent,
    info: silent,
    warn: silent,
    error: silent,
    with: () => world.services.log,
  });
});
afterAll(async () => await store[Symbol.asyncDispose]());

beforeEach(async () => {
  world = await startWorld();
  auditor = { ...(await world.addOwner()).person, role: 'auditor' };
  return async () => await world[Symbol.asyncDispose]();
});

const at = (): Date => world.clock.now();

async function rows(query: Readonly<Record<string, string>> = {}): Promise<readonly AuditRow[]> {
  return valueOf(await listAudit(services(), auditor, AuditQuery.parse(query))).items;
}

async function exported(query: Readonly<Record<string, string>>): Promise<string> {
  const stream = valueOf(await exportAudit(services(), auditor, AuditExportQuery.parse(query)));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('utf8');
}

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

const sequencesOf = async (query: Readonly<Record<string, string>>) =>
  (await rows(query)).map(({ sequence }) => sequence);

const verify = async () => valueOf(await verifyAudit(services(), auditor, { after: 0, hash: GENESIS }));

test('a row has caller, address and the names at the time, and outlives all of them', async () => {
  const { person } = await world.addOwner();
  const caller = { kind: 'person', id: person.id } as const;
  await inCall({ caller, address: '192.0.2.1' }, async () =>
    recordAuditNow(world.services.db, {
      action: 'person_role_changed',
      at: at(),
      subject: { kind: 'person', id: auditor.id },
      facts: { from: 'member', to: 'auditor', note: 'a\u0000b\ud800' },
    }),
  );
  const [row] = await rows();
  expect(row).toMatchObject({
    sequence: 1,
    actor: { kind: 'person', id: person.id, name: person.name },
    address: '192.0.2.1',
    subject: { kind: 'person', id: auditor.id, name: auditor.name },
    outcome: 'done',
    facts: { from: 'member', to: 'auditor', note: 'ab\ufffd' },
    previous: GENESIS,
  });
  expect(row?.hash).toBe(hashOf(row ?? {}));
});

test('canonical JSON is that of RFC 8785', () => {
  // Section 3.2.3: members are sorted by UTF-16 code units.
  const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
  expect(canonicalJson(names)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  );
  expect(canonicalJson({ b: [null, true, 'a"\u000f'], a: {} })).toBe(
    '{"a":{},"b":[null,true,"a\\"\\u000f"]}',
  );
});

test('a rolled back action leaves no row, a committed one leaves one', async () => {
  const { db } = world.services;
  const undone = inTransaction(db, async (tx) => {
    recordAudit(tx, { action: 'group_created', at: at() });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await rows()).toEqual([]);
  // oxlint-disable-next-line typescript/require-await -- nothing else in the transaction
  await inTransaction(db, async (tx) => recordAudit(tx, { action: 'group_created', at: at() }));
  expect(await rows()).toMatchObject([{ actor: { kind: 'server', id: null, name: '' }, address: null }]);
});

test('a hundred concurrent writers make one chain without a gap', async () => {
  const { db } = world.services;
  const people = await Promise.all(Array.from({ length: 5 }, async () => (await world.addOwner()).person.id));
  // The writers lock each other's rows in any order, which must not become a deadlock with the chain's lock.
  await Promise.all(
    Array.from({ length: 100 }, async (_, writer) => {
      await inTransaction(db, async (tx) => {
        recordAudit(tx, { action: 'group_renamed', at: at(), facts: { writer } });
        const ids = [people[writer % 5] ?? '', people[(writer + 1) % 5] ?? ''].toSorted(byText);
        for (const id of ids) await sql`select 1 from "user" where id = ${id} for update`.execute(tx);
        recordAudit(tx, { action: 'group_renamed', at: at(), facts: { writer } });
      });
    }),
  );
  const all = await rows({ limit: '1000' });
  expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, row) => 200 - row));
  expect(await verify()).toMatchObject({ after: 200, isEnd: true, rows: 200, fault: null });
});

test('rows can be neither changed nor deleted by any statement', async () => {
  const { db } = world.services;
  await recordAuditNow(db, { action: 'group_created', at: at() });
  for (const statement of [
    'update audit set action = action',
    'delete from audit',
    'delete from audit where false',
    'truncate audit',
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/never changed|permission denied/);
  }
  const { rows: granted } = await sql<{ privilege: string }>`
    select distinct privilege_type as privilege from pg_class, aclexplode(relacl) as acl
    where relname = 'audit' order by 1`.execute(db);
  expect(granted.map(({ privilege }) => privilege)).toEqual(expect.arrayContaining(['INSERT', 'SELECT']));
  for (const privilege of ['UPDATE', 'DELETE', 'TRUNCATE']) expect(granted).not.toContainEqual({ privilege });
  expect(await rows()).toHaveLength(1);
});

test('members read nothing, and administrators the same as auditors', async () => {
  const member = { ...auditor, role: 'member' } as const;
  const refusal = { code: 'not_allowed', facts: { needed_role: 'auditor' } };
  const query = AuditQuery.parse({});
  expect(errorOf(await listAudit(services(), member, query))).toEqual(refusal);
  expect(errorOf(await verifyAudit(services(), member, { after: 0, hash: GENESIS }))).toEqual(refusal);
  const wanted = AuditExportQuery.parse({ format: 'csv' });
  expect(errorOf(await exportAudit(services(), member, wanted))).toEqual(refusal);
  const administrator = { ...auditor, role: 'administrator' } as const;
  expect(valueOf(await listAudit(services(), administrator, query))).toMatchObject({ items: [], total: 0 });
});

test('the list is filtered by person, kind, outcome, time and text, and continues on the next page', async () => {
  const { db } = world.services;
  const { person } = await world.addOwner();
  const subject = { kind: 'person', id: person.id } as const;
  await recordAuditNow(db, { action: 'signed_in', at: at(), actor: subject });
  world.clock.advance(60_000);
  const later = at().toISOString();
  await recordAuditNow(db, { action: 'sign_in_refused', at: at(), subject, outcome: 'refused' });
  await recordAuditNow(db, {
    action: 'group_created',
    at: at(),
    subject: { kind: 'group', id: null, name: '50%_A' },
  });
  expect(await sequencesOf({ person: person.id })).toEqual([2, 1]);
  expect(await sequencesOf({ actions: 'sign_in' })).toEqual([2, 1]);
  expect(await sequencesOf({ actions: 'people' })).toEqual([3]);
  expect(await sequencesOf({ outcome: 'refused' })).toEqual([2]);
  expect(await sequencesOf({ from: later })).toEqual([3, 2]);
  expect(await sequencesOf({ until: later })).toEqual([1]);
  expect(await sequencesOf({ text: '50%_a' })).toEqual([3]);
  expect(await sequencesOf({ text: '%' })).toEqual([3]);
  expect(await sequencesOf({ limit: '2' })).toEqual([3, 2]);
  expect(await sequencesOf({ limit: '2', before: '2' })).toEqual([1]);
  expect(AuditQuery.safeParse({ actions: 'everything' }).success).toBe(false);
});

test('an export is complete, has an end marker, and contains no formula', async () => {
  const { db } = world.services;
  const names = ['=1+1', '+1', '-1', '@x', '\t=1', ' =1', '＝1', 'a "quoted", name', 'plain\nline'];
  for (const name of names) {
    await recordAuditNow(db, {
      action: 'group_created',
      at: at(),
      subject: { kind: 'group', id: null, name },
    });
  }
  const lines = (await exported({ format: 'jsonl' })).trimEnd().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as AuditRow);
  expect(parsed.slice(0, -2)).toEqual((await rows()).toReversed().slice(0, names.length));
  expect(parsed.at(-2)).toMatchObject({ action: 'audit_exported', facts: { format: 'jsonl' } });
  const end = { rows: names.length + 1, sequence: names.length + 1, hash: parsed.at(-2)?.hash };
  expect(parsed.at(-1)).toEqual({ end });
  const csv = await exported({ format: 'csv', actions: 'people' });
  expect(csv.startsWith('\uFEFF"sequence","time_utc"')).toBe(true);
  for (const name of names.slice(0, 7)) expect(csv).toContain(`,"'${name}",`);
  expect(csv).toContain(',"a ""quoted"", name",');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(names.length + 1);
});

test('each state of the chain has one head, which detects a truncated and a rewritten chain', async () => {
  const { db } = world.services;
  expect(await writeAuditHead(services()), 'a head was written for an empty trail').toBe(0);
  for (let row = 0; row < 6; row += 1) await recordAuditNow(db, { action: 'group_created', at: at() });
  expect([await writeAuditHead(services()), await writeAuditHead(services())]).toEqual([1, 0]);
  expect(await verify()).toMatchObject({ fault: null, areHeadsRead: true, headAt: at().toISOString() });
  await recordAuditNow(db, { action: 'group_created', at: at() });
  expect(await verify()).toMatchObject({ rows: 7, fault: null });

  await sql`alter table audit disable trigger user`.execute(db);
  await sql`delete from audit where sequence > 4`.execute(db);
  await sql`alter table audit enable trigger user`.execute(db);
  expect(await verify()).toMatchObject({ after: 4, fault: { kind: 'cut', sequence: 4 } });
  await writeAuditHead(services());
  expect(world.lines).toContainEqual({ level: 'error', event: 'audit_shortened', facts: { sequence: 4 } });
  for (let row = 0; row < 6; row += 1) await recordAuditNow(db, { action: 'group_deleted', at: at() });
  expect(await verify()).toMatchObject({ fault: { kind: 'replaced', sequence: 6 } });
  for (const { sequence, hash, writtenAt } of valueOf(await listHeads(services(), 0))) {
    const name = `${String(sequence).padStart(15, '0')}-${hash}-${writtenAt.getTime()}`;
    valueOf(await store.blobs.remove(store.blobs.auditHeadKeyFor(name)));
  }
  expect(await verify(), 'the fault was found without heads').toMatchObject({ fault: null, headAt: null });
});
