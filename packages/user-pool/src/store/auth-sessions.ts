import { sql } from 'kysely';
import { type SessionStep, type SignInState, signInStateSchema, STEPS } from '../challenges/flow.ts';
import type { Db, Tx } from './database/database.ts';

export type { SessionStep } from '../challenges/flow.ts';

export interface AuthSession {
  readonly handleHash: Buffer;
  readonly poolId: string;
  readonly clientId: string;
  /** Null for a decoy user. */
  readonly accountId: string | null;
  /** The `sub`, also of a decoy user. */
  readonly subject: string;
  readonly step: SessionStep;
  readonly state: SignInState;
  /** Server-side secrets of the step, such as a new TOTP secret. */
  readonly pendingSealed: string | null;
  readonly failureCount: number;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export async function insertAuthSession(
  db: Db | Tx,
  session: Omit<AuthSession, 'failureCount' | 'usedAt'> & { readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('auth_session')
    .values({
      handle_hash: session.handleHash,
      pool_id: session.poolId,
      client_id: session.clientId,
      account_id: session.accountId,
      subject: session.subject,
      step: session.step,
      state: JSON.stringify(session.state),
      pending_sealed: session.pendingSealed,
      failure_count: 0,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      used_at: null,
    })
    .execute();
}

export async function findAuthSession(db: Db | Tx, handleHash: Buffer): Promise<AuthSession | undefined> {
  const row = await db
    .selectFrom('auth_session')
    .select([
      'handle_hash',
      'pool_id',
      'client_id',
      'account_id',
      'subject',
      'step',
      'state',
      'pending_sealed',
      'failure_count',
      'expires_at',
      'used_at',
    ])
    .where('handle_hash', '=', handleHash)
    .executeTakeFirst();
  return (
    row && {
      handleHash: row.handle_hash,
      poolId: row.pool_id,
      clientId: row.client_id,
      accountId: row.account_id,
      subject: row.subject,
      step: parseStep(row.step),
      state: signInStateSchema.parse(row.state),
      pendingSealed: row.pending_sealed,
      failureCount: row.failure_count,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  );
}

export interface DeviceSessionKey {
  readonly poolId: string;
  readonly clientId: string;
  readonly deviceKey: string;
  /** Must match the address of the password step. */
  readonly address: string | undefined;
  readonly createdAfter: Date;
}

export async function findDeviceSessionHash(db: Db | Tx, key: DeviceSessionKey): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('device')
    .innerJoin('auth_session', 'auth_session.account_id', 'device.account_id')
    .select('auth_session.handle_hash')
    .where('device.device_key', '=', key.deviceKey)
    .where('auth_session.pool_id', '=', key.poolId)
    .where('auth_session.client_id', '=', key.clientId)
    .where('auth_session.step', '=', 'DEVICE_SRP_AUTH')
    .where('auth_session.used_at', 'is', null)
    .where('auth_session.created_at', '>', key.createdAfter)
    .where(sql`auth_session.state->>'deviceKey'`, '=', key.deviceKey)
    .where(sql`auth_session.state->>'provedFrom'`, 'is not distinct from', key.address ?? null)
    .orderBy('auth_session.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.handle_hash;
}

/** Compare-and-set: false if another request used the session first. */
export async function consumeAuthSession(
  db: Db | Tx,
  handleHash: Buffer,
  bounds: { readonly now: Date; readonly failuresMax: number },
): Promise<boolean> {
  const updated = await db
    .updateTable('auth_session')
    .set({ used_at: bounds.now })
    .where('handle_hash', '=', handleHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', bounds.now)
    .where('failure_count', '<', bounds.failuresMax)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function countSessionFailure(db: Db | Tx, handleHash: Buffer): Promise<void> {
  await db
    .updateTable('auth_session')
    .set((set) => ({ failure_count: set('failure_count', '+', 1) }))
    .where('handle_hash', '=', handleHash)
    .execute();
}

function isStep(step: string): step is SessionStep {
  return Object.hasOwn(STEPS, step);
}

function parseStep(step: string): SessionStep {
  if (!isStep(step)) throw new Error('an unfinished sign-in has an unknown step');
  return step;
}
