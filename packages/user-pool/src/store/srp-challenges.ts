import { sql } from 'kysely';
import { type SignInState, signInStateSchema } from '../challenges/flow.ts';
import { type Account, ACCOUNT_COLUMNS, type AccountRow, toAccount } from './account-row.ts';
import type { Db, Tx } from './database.ts';

/** A started SRP exchange, kept under the hash of its SECRET_BLOCK. `accountId` is null for a made-up user. */
export interface SrpChallenge {
  readonly secretBlockHash: Buffer;
  readonly poolId: string;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly userIdForSrp: string;
  readonly nameHash: Buffer;
  readonly clientPublic: Buffer;
  readonly serverPublic: Buffer;
  readonly serverPrivateSealed: string;
  /** Given: the answer must come with this Session. */
  readonly sessionHash: Buffer | null;
  readonly state: SignInState;
  readonly expiresAt: Date;
}

export async function insertSrpChallenge(db: Db | Tx, challenge: SrpChallenge): Promise<void> {
  await db
    .insertInto('srp_challenge')
    .values({
      secret_block_hash: challenge.secretBlockHash,
      pool_id: challenge.poolId,
      client_id: challenge.clientId,
      account_id: challenge.accountId,
      user_id_for_srp: challenge.userIdForSrp,
      name_hash: challenge.nameHash,
      client_public: challenge.clientPublic,
      server_public: challenge.serverPublic,
      server_private_sealed: challenge.serverPrivateSealed,
      session_hash: challenge.sessionHash,
      state: JSON.stringify(challenge.state),
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** An exchange that was taken, and the account that it is of as it is now. */
export interface TakenSrpChallenge {
  readonly challenge: SrpChallenge;
  readonly account: Account | undefined;
}

interface ChallengeRow {
  readonly secret_block_hash: Buffer;
  readonly challenge_pool_id: string;
  readonly client_id: string;
  readonly account_id: string | null;
  readonly user_id_for_srp: string;
  readonly name_hash: Buffer;
  readonly client_public: Buffer;
  readonly server_public: Buffer;
  readonly server_private_sealed: string;
  readonly session_hash: Buffer | null;
  readonly state: unknown;
  readonly expires_at: Date;
}

/**
 * Takes the exchange out, so that whatever is made of the answer, it is the only one. The account comes with it in one
 * statement, which is the same for a made-up user, who has none.
 */
export async function takeSrpChallenge(
  db: Db | Tx,
  secretBlockHash: Buffer,
  clientId: string,
): Promise<TakenSrpChallenge | undefined> {
  const { rows } = await sql<ChallengeRow & (AccountRow | { readonly id: null })>`
    with taken as (
      delete from user_pool.srp_challenge where secret_block_hash = ${secretBlockHash} and client_id = ${clientId}
      returning *
    )
    select taken.secret_block_hash, taken.pool_id as challenge_pool_id, taken.client_id, taken.account_id,
      taken.user_id_for_srp, taken.name_hash, taken.client_public, taken.server_public,
      taken.server_private_sealed, taken.session_hash, taken.state, taken.expires_at,
      ${sql.join(ACCOUNT_COLUMNS.map((column) => sql.ref(`account.${column}`)))}
    from taken left join user_pool.account on account.id = taken.account_id and account.pool_id = taken.pool_id
  `.execute(db);
  const [row] = rows;
  return row && { challenge: toChallenge(row), account: row.id === null ? undefined : toAccount(row) };
}

function toChallenge(row: ChallengeRow): SrpChallenge {
  return {
    secretBlockHash: row.secret_block_hash,
    poolId: row.challenge_pool_id,
    clientId: row.client_id,
    accountId: row.account_id,
    userIdForSrp: row.user_id_for_srp,
    nameHash: row.name_hash,
    clientPublic: row.client_public,
    serverPublic: row.server_public,
    serverPrivateSealed: row.server_private_sealed,
    sessionHash: row.session_hash,
    state: signInStateSchema.parse(row.state),
    expiresAt: row.expires_at,
  };
}

/** Whose exchange it is, without taking it; null for a made-up user, and for none. */
export async function findSrpAccount(
  db: Db | Tx,
  secretBlockHash: Buffer,
  clientId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('srp_challenge')
    .select('account_id')
    .where('secret_block_hash', '=', secretBlockHash)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}
