import {
  type AuditAction,
  AUDIT_ACTIONS_OF,
  type AuditActor,
  type AuditFact,
  type AuditRef,
} from '@coffer/contracts';
import { currentCall, tokenInCall } from '../../platform/call-context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { beforeCommit, inTransaction } from '../../platform/db/transaction.ts';
import { START, hashOf } from './chain.ts';
import { type AuditEntry, isNamed, type Named, type NamedActor, storable } from './model.ts';
import { findHead, insertRows, lockChain } from './store/chain.ts';
import { findNames, type Names } from './store/names.ts';

interface Pending extends AuditEntry {
  readonly actor: NamedActor;
  readonly address: string | null;
}

const pendingOf = new WeakMap<Tx, Pending[]>();

/**
 * Adds a row to the audit trail, in the transaction of the action. The row is written right before the commit, so that
 * the lock of the chain is the last one and short: it neither blocks other work nor causes deadlocks.
 */
export function recordAudit(tx: Tx, entry: AuditEntry): void {
  const call = currentCall();
  const actor = entry.actor ?? call?.caller ?? { kind: 'server' };
  const token = 'id' in actor ? tokenInCall(actor.id) : undefined;
  const facts = token === undefined ? entry.facts : { ...entry.facts, token };
  const pending = pendingOf.get(tx) ?? [];
  pending.push({
    ...entry,
    ...(facts === undefined ? {} : { facts }),
    actor,
    address: call?.address ?? null,
  });
  pendingOf.set(tx, pending);
  beforeCommit(tx, writePending);
}

/** Records an action outside the database, such as a password change at the pool, in a separate transaction. */
export async function recordAuditNow(db: Db, entry: AuditEntry): Promise<void> {
  // oxlint-disable-next-line typescript/require-await -- the row is written before the commit
  await inTransaction(db, async (tx) => recordAudit(tx, entry));
}

async function writePending(tx: Tx): Promise<void> {
  const pending = pendingOf.get(tx) ?? [];
  pendingOf.delete(tx);
  const names = await findNames(tx, pending.flatMap(namedIn));
  const rows = pending.map((entry) => present(entry, names));
  await lockChain(tx);
  let { sequence, hash } = (await findHead(tx)) ?? START;
  const chained = rows.map((row) => {
    const unhashed = { ...row, sequence: sequence + 1, previous: hash };
    ({ sequence, hash } = { sequence: unhashed.sequence, hash: hashOf(unhashed) });
    return { ...unhashed, hash };
  });
  await insertRows(tx, chained);
}

function namedIn({ actor, subject, facts = {} }: Pending): readonly Named[] {
  const person: Named[] =
    actor.kind === 'person' && actor.id !== undefined ? [{ kind: 'person', id: actor.id }] : [];
  return [...person, ...(subject === undefined ? [] : [subject]), ...Object.values(facts).filter(isNamed)];
}

function present(entry: Pending, names: Names) {
  const isPrivate = isDeletedFromPersonalSpace(entry, names);
  const named = entry.subject === undefined ? null : presentRef(entry.subject, names);
  const subject = isPrivate && named?.kind === 'node' ? { ...named, name: '' } : named;
  const facts = Object.entries(entry.facts ?? {})
    .filter(([name]) => !(isPrivate && (name === 'name' || name === 'names')))
    .map(([name, fact]) => [name, presentFact(fact, names)] as const);
  return {
    at: entry.at.toISOString(),
    actor: presentActor(entry.actor, names),
    address: entry.address,
    action: entry.action,
    subject,
    outcome: entry.outcome ?? 'done',
    facts: Object.fromEntries<AuditFact>(facts),
  };
}

const DELETIONS: ReadonlySet<AuditAction> = new Set(AUDIT_ACTIONS_OF.deletions);

/** Whether something was deleted from a personal space, of which only the owner needs to know. */
function isDeletedFromPersonalSpace({ action, subject, facts = {} }: Pending, names: Names): boolean {
  if (!DELETIONS.has(action)) return false;
  return [subject, ...Object.values(facts)].some(
    (each) => each !== undefined && isNamed(each) && names.of(each)?.kind === 'personal_space',
  );
}

function presentActor({ kind, id, name }: NamedActor, names: Names): AuditActor {
  const known = id === undefined || kind !== 'person' ? undefined : names.of({ kind: 'person', id });
  return { kind, id: id ?? null, name: storable(name ?? known?.name ?? '') };
}

function presentRef(named: Named, names: Names): AuditRef {
  const found = names.of(named);
  return {
    kind: found?.kind ?? named.kind,
    id: named.id,
    name: storable(named.name ?? found?.name ?? ''),
  };
}

function presentFact(fact: AuditFact | Named, names: Names): AuditFact {
  if (isNamed(fact)) return presentRef(fact, names);
  if (typeof fact === 'string') return storable(fact);
  return Array.isArray(fact) ? fact.map(storable) : fact;
}
