import { type SignInState, signInStateSchema } from '../challenges/flow.ts';
import { type Account, ACCOUNT_COLUMNS, type AccountRow, toAccount, toCredential } from './account-row.ts';
import { accountOfName, type NameKeys, nameValues, type NameValues } from './account-names.ts';
import type { Db, Tx } from './database/database.ts';
import { defineStatement } from './database/statement.ts';

export interface SrpChallenge {
  readonly secretBlockHash: Buffer;
  readonly poolId: string;
  readonly clientId: string;
  /** Null for a decoy user. */
  readonly accountId: string | null;
  readonly userIdForSrp: string;
  readonly nameHash: Buffer;
  readonly clientPublic: Buffer;
  readonly serverPrivateSealed: string;
  /** If set, the answer must contain this Session. */
  readonly sessionHash: Buffer | null;
  readonly state: SignInState;
  readonly expiresAt: Date;
}

const insert = defineStatement<Omit<SrpChallenge, 'state'> & { readonly state: string }, never>(
  (value) => `
    insert into user_pool.srp_challenge (secret_block_hash, pool_id, client_id, account_id, user_id_for_srp,
      name_hash, client_public, server_private_sealed, session_hash, state, expires_at)
    values (${value('secretBlockHash')}, ${value('poolId')}, ${value('clientId')}, ${value('accountId')},
      ${value('userIdForSrp')}, ${value('nameHash')}, ${value('clientPublic')}, ${value('serverPrivateSealed')},
      ${value('sessionHash')}, ${value('state')}, ${value('expiresAt')})`,
);

export async function insertSrpChallenge(db: Db | Tx, challenge: SrpChallenge): Promise<void> {
  await insert(db, { ...challenge, state: JSON.stringify(challenge.state) });
}

/** `decoyUserId` is USER_ID_FOR_SRP if no account has the name. */
export type NamedSrpChallenge = Omit<SrpChallenge, 'accountId' | 'userIdForSrp' | 'sessionHash'> & {
  readonly decoyUserId: string;
};

export type SrpAccount = Pick<Account, 'id' | 'poolId' | 'username' | 'status' | 'credential'>;
const SRP_ACCOUNT_COLUMNS = ['id', 'pool_id', 'username', 'status', 'salt', 'verifier_sealed'] as const;

const insertOfName = defineStatement<
  Omit<NamedSrpChallenge, 'state'> & NameValues & { readonly state: string },
  Pick<AccountRow, (typeof SRP_ACCOUNT_COLUMNS)[number]>
>(
  (value) => `
    with found as (${accountOfName(value, SRP_ACCOUNT_COLUMNS)}), kept as (
      insert into user_pool.srp_challenge (secret_block_hash, pool_id, client_id, account_id, user_id_for_srp,
        name_hash, client_public, server_private_sealed, state, expires_at)
      values (${value('secretBlockHash')}, ${value('poolId')}, ${value('clientId')}, (select id from found),
        coalesce((select username from found), ${value('decoyUserId')}::text), ${value('nameHash')},
        ${value('clientPublic')}, ${value('serverPrivateSealed')}, ${value('state')}, ${value('expiresAt')})
    )
    select * from found`,
);

export async function insertSrpChallengeOfName(
  db: Db | Tx,
  challenge: NamedSrpChallenge,
  keys: NameKeys,
): Promise<SrpAccount | undefined> {
  const values = {
    ...challenge,
    ...nameValues(challenge.poolId, keys),
    state: JSON.stringify(challenge.state),
  };
  const [row] = await insertOfName(db, values);
  if (row === undefined) return undefined;
  const { id, pool_id: poolId, username, status } = row;
  return { id, poolId, username, status, credential: toCredential(row) };
}

export interface TakenSrpChallenge {
  readonly challenge: SrpChallenge;
  readonly account: Account | undefined;
}

interface ChallengeRow {
  readonly account_id: string | null;
  readonly user_id_for_srp: string;
  readonly name_hash: Buffer;
  readonly client_public: Buffer;
  readonly server_private_sealed: string;
  readonly session_hash: Buffer | null;
  readonly state: unknown;
  readonly challenge_expires_at: Date;
}

/** Includes client and pool, so that no other client can use an exchange. */
export type SrpChallengeKey = Pick<SrpChallenge, 'secretBlockHash' | 'poolId' | 'clientId'>;

const take = defineStatement<SrpChallengeKey, ChallengeRow & (AccountRow | { readonly id: null })>(
  (value) => `
    with taken as (
      delete from user_pool.srp_challenge where secret_block_hash = ${value('secretBlockHash')}
        and client_id = ${value('clientId')} and pool_id = ${value('poolId')}
      returning *
    )
    select taken.account_id, taken.user_id_for_srp, taken.name_hash, taken.client_public,
      taken.server_private_sealed, taken.session_hash, taken.state, taken.expires_at as challenge_expires_at,
      ${ACCOUNT_COLUMNS.map((column) => `account.${column}`).join(', ')}
    from taken left join user_pool.account on account.id = taken.account_id`,
);

/** Deletes the exchange, which allows only one attempt. Uses one statement, identical for decoys. */
export async function takeSrpChallenge(
  db: Db | Tx,
  key: SrpChallengeKey,
): Promise<TakenSrpChallenge | undefined> {
  const [row] = await take(db, key);
  if (row === undefined) return undefined;
  const challenge = {
    ...key,
    accountId: row.account_id,
    userIdForSrp: row.user_id_for_srp,
    nameHash: row.name_hash,
    clientPublic: row.client_public,
    serverPrivateSealed: row.server_private_sealed,
    sessionHash: row.session_hash,
    state: signInStateSchema.parse(row.state),
    expiresAt: row.challenge_expires_at,
  };
  return { challenge, account: row.id === null ? undefined : toAccount(row) };
}

/** Does not consume the exchange. Null for decoys and unknown exchanges. */
export async function findSrpAccount(db: Db | Tx, key: SrpChallengeKey): Promise<string | null> {
  const row = await db
    .selectFrom('srp_challenge')
    .select('account_id')
    .where('secret_block_hash', '=', key.secretBlockHash)
    .where('client_id', '=', key.clientId)
    .where('pool_id', '=', key.poolId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}
