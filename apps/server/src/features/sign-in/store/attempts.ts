import type { Db, Tx } from '../../../platform/db/db.ts';
import type { AttemptRow } from '../model.ts';

const COLUMNS = [
  'id',
  'step',
  'typed_username',
  'pool_username',
  'pool_session_sealed',
  'parameters_sealed',
  'tries',
  'last_answer_id',
  'last_failure',
  'claimed_until',
  'session_id',
  'expires_at',
] as const;

export interface NewAttempt {
  readonly id: string;
  readonly step: string;
  readonly typedUsername: string;
  readonly poolUsername: string;
  readonly poolSessionSealed: string | null;
  readonly parametersSealed: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function insertAttempt(db: Db | Tx, attempt: NewAttempt): Promise<AttemptRow> {
  return await db
    .insertInto('sign_in_attempt')
    .values({
      id: attempt.id,
      step: attempt.step,
      typed_username: attempt.typedUsername,
      pool_username: attempt.poolUsername,
      pool_session_sealed: attempt.poolSessionSealed,
      parameters_sealed: attempt.parametersSealed,
      tries: 0,
      last_answer_id: null,
      last_failure: null,
      claimed_until: null,
      session_id: null,
      created_at: attempt.now,
      expires_at: attempt.expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Finds an attempt that has not expired. */
export async function findAttempt(
  db: Db | Tx,
  key: { readonly id: string; readonly now: Date },
): Promise<AttemptRow | undefined> {
  return await db
    .selectFrom('sign_in_attempt')
    .select(COLUMNS)
    .where('id', '=', key.id)
    .where('expires_at', '>', key.now)
    .executeTakeFirst();
}

export async function lockAttempt(
  tx: Tx,
  key: { readonly id: string; readonly now: Date },
): Promise<AttemptRow | undefined> {
  return await tx
    .selectFrom('sign_in_attempt')
    .select(COLUMNS)
    .where('id', '=', key.id)
    .where('expires_at', '>', key.now)
    .forUpdate()
    .executeTakeFirst();
}

/** Claims an attempt for an answer. Requires the locked row. [Note: Claims] */
export async function claimAttempt(
  tx: Tx,
  claim: { readonly id: string; readonly answerId: string; readonly until: Date },
): Promise<void> {
  await tx
    .updateTable('sign_in_attempt')
    .set({ last_answer_id: claim.answerId, last_failure: null, claimed_until: claim.until })
    .where('id', '=', claim.id)
    .execute();
}

/** A change of an attempt. Omitted members stay unchanged. */
export interface AttemptChange {
  readonly step?: string;
  readonly poolUsername?: string;
  readonly poolSessionSealed?: string | null;
  readonly parametersSealed?: string;
  readonly tries?: number;
  readonly lastFailure?: string;
  readonly sessionId?: string;
  readonly expiresAt?: Date;
}

/** Changes an attempt and releases its claim. Requires the locked row. */
export async function updateAttempt(tx: Tx, id: string, change: AttemptChange): Promise<void> {
  await tx
    .updateTable('sign_in_attempt')
    .set({
      claimed_until: null,
      ...(change.step === undefined ? {} : { step: change.step }),
      ...(change.poolUsername === undefined ? {} : { pool_username: change.poolUsername }),
      ...(change.poolSessionSealed === undefined ? {} : { pool_session_sealed: change.poolSessionSealed }),
      ...(change.parametersSealed === undefined ? {} : { parameters_sealed: change.parametersSealed }),
      ...(change.tries === undefined ? {} : { tries: change.tries }),
      ...(change.lastFailure === undefined ? {} : { last_failure: change.lastFailure }),
      ...(change.sessionId === undefined ? {} : { session_id: change.sessionId }),
      ...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteAttempt(db: Db | Tx, id: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute();
}

export async function deleteOverdueAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('expires_at', '<=', now).execute();
}
