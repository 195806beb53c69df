import { type SignInState, signInStateSchema } from '../challenges/flow.ts';
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

/** Takes the exchange out, so that whatever is made of the answer, it is the only one. */
export async function takeSrpChallenge(
  db: Db | Tx,
  secretBlockHash: Buffer,
  clientId: string,
): Promise<SrpChallenge | undefined> {
  const row = await db
    .deleteFrom('srp_challenge')
    .where('secret_block_hash', '=', secretBlockHash)
    .where('client_id', '=', clientId)
    .returning([
      'secret_block_hash',
      'pool_id',
      'client_id',
      'account_id',
      'user_id_for_srp',
      'name_hash',
      'client_public',
      'server_public',
      'server_private_sealed',
      'session_hash',
      'state',
      'expires_at',
    ])
    .executeTakeFirst();
  return (
    row && {
      secretBlockHash: row.secret_block_hash,
      poolId: row.pool_id,
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
    }
  );
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
