import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../store/database/database.ts';

const parametersSchema = z.strictObject({
  redirectUri: z.string(),
  scope: z.string(),
  state: z.string().optional(),
  nonce: z.string().optional(),
  codeChallenge: z.string().optional(),
  loginHint: z.string().optional(),
  lang: z.string().optional(),
  identityProvider: z.string().optional(),
});
export type AuthorizationParameters = z.infer<typeof parametersSchema>;

export interface AuthorizationRequest {
  readonly id: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly browserHash: Buffer;
  /** Hash of the cookie before rotation. Valid only to prove the password again. */
  readonly previousBrowserHash: Buffer | null;
  readonly parameters: AuthorizationParameters;
  readonly progressSealed: string | null;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
}

export async function insertAuthorizationRequest(
  db: Db | Tx,
  request: Omit<AuthorizationRequest, 'previousBrowserHash' | 'completedAt'> & {
    readonly createdAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('authorization_request')
    .values({
      id: request.id,
      pool_id: request.poolId,
      client_id: request.clientId,
      browser_hash: request.browserHash,
      previous_browser_hash: null,
      parameters: JSON.stringify(request.parameters),
      progress_sealed: request.progressSealed,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
      completed_at: null,
    })
    .execute();
}

export async function findAuthorizationRequest(
  db: Db | Tx,
  id: string,
): Promise<AuthorizationRequest | undefined> {
  const row = await db
    .selectFrom('authorization_request')
    .select([
      'id',
      'pool_id',
      'client_id',
      'browser_hash',
      'previous_browser_hash',
      'parameters',
      'progress_sealed',
      'expires_at',
      'completed_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      poolId: row.pool_id,
      clientId: row.client_id,
      browserHash: row.browser_hash,
      previousBrowserHash: row.previous_browser_hash,
      parameters: parametersSchema.parse(row.parameters),
      progressSealed: row.progress_sealed,
      expiresAt: row.expires_at,
      completedAt: row.completed_at,
    }
  );
}

export async function saveProgress(
  db: Db | Tx,
  requestId: string,
  progressSealed: string | null,
): Promise<void> {
  await db
    .updateTable('authorization_request')
    .set({ progress_sealed: progressSealed })
    .where('id', '=', requestId)
    .where('completed_at', 'is', null)
    .execute();
}

/** Returns false if a parallel answer was first, because a request gives only one code. */
export async function completeAuthorizationRequest(tx: Tx, requestId: string, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('authorization_request')
    .set({ completed_at: now, progress_sealed: null })
    .where('id', '=', requestId)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/**
 * [Note: Browser rotation] After a password proof, all requests of the browser move to a new cookie, so that an
 * attacker who planted the old one cannot follow the sign-in. With the old cookie, only the move of that request can be
 * repeated.
 */
export async function moveToBrowser(
  db: Db | Tx,
  move: { readonly requestId: string; readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await sql`
    update user_pool.authorization_request
    set browser_hash = ${move.to}, previous_browser_hash = ${move.from}
    where browser_hash = ${move.from} or id = ${move.requestId}`.execute(db);
}
