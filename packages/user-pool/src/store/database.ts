import { type Generated, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig } from 'pg';

/** The schema of PostgreSQL that holds everything of the pool, its migration tables included. */
export const SCHEMA_NAME = 'user_pool';

interface SettingTable {
  readonly name: string;
  readonly value: string;
}

interface PoolTable {
  readonly id: string;
  readonly name: string;
  readonly settings: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface ClientTable {
  readonly id: string;
  readonly pool_id: string;
  readonly name: string;
  readonly secret_sealed: string | null;
  readonly settings: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface SigningKeyTable {
  readonly kid: string;
  readonly pool_id: string;
  readonly usage: 'id' | 'access';
  readonly public_jwk: unknown;
  readonly private_sealed: string;
  readonly created_at: Date;
  readonly retired_at: Date | null;
}

export type AccountStatus =
  | 'UNCONFIRMED'
  | 'CONFIRMED'
  | 'FORCE_CHANGE_PASSWORD'
  | 'RESET_REQUIRED'
  | 'EXTERNAL_PROVIDER';

interface AccountTable {
  readonly id: string;
  readonly pool_id: string;
  readonly username: string;
  readonly username_key: string;
  readonly email_key: string | null;
  readonly status: AccountStatus;
  readonly is_enabled: boolean;
  readonly attributes: unknown;
  readonly salt: Buffer | null;
  readonly verifier_sealed: string | null;
  readonly temporary_password_expires_at: Date | null;
  readonly is_totp_enabled: boolean;
  readonly preferred_mfa: string | null;
  readonly phone_key: Generated<string | null>;
  readonly preferred_username_key: Generated<string | null>;
  readonly pending_attributes: Generated<unknown>;
  readonly is_sms_mfa_enabled: Generated<boolean>;
  readonly is_email_mfa_enabled: Generated<boolean>;
  readonly is_web_authn_mfa_enabled: Generated<boolean>;
  readonly password_history_sealed: Generated<unknown>;
  readonly identities: Generated<unknown>;
  readonly last_signed_in_at: Generated<Date | null>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface SoftwareTokenTable {
  readonly account_id: string;
  readonly secret_sealed: string | null;
  readonly pending_sealed: string | null;
  readonly last_step: string | number;
  readonly friendly_name: string | null;
  readonly updated_at: Date;
}

interface SrpChallengeTable {
  readonly secret_block_hash: Buffer;
  readonly pool_id: string;
  readonly client_id: string;
  readonly account_id: string | null;
  readonly user_id_for_srp: string;
  readonly name_hash: Buffer;
  readonly client_public: Buffer;
  readonly server_public: Buffer;
  readonly server_private_sealed: string;
  readonly expires_at: Date;
}

interface AuthSessionTable {
  readonly handle_hash: Buffer;
  readonly pool_id: string;
  readonly client_id: string;
  readonly account_id: string;
  readonly step: string;
  readonly pending_sealed: string | null;
  readonly failure_count: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

interface TokenFamilyTable {
  readonly origin_jti: string;
  readonly pool_id: string;
  readonly client_id: string;
  readonly account_id: string;
  readonly authenticated_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly scope: Generated<string>;
  readonly device_key: Generated<string | null>;
  readonly nonce: Generated<string | null>;
  readonly last_active_at: Generated<Date | null>;
  readonly address: Generated<string | null>;
  readonly user_agent: Generated<string | null>;
}

interface RefreshTokenTable {
  readonly token_hash: Buffer;
  readonly origin_jti: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly successor_sealed: string | null;
}

interface LockoutTable {
  readonly subject: string;
  readonly failure_count: number;
  readonly last_failure_at: Date;
  readonly locked_until: Date;
}

interface OutboxTable {
  readonly id: string;
  readonly pool_id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly medium: 'EMAIL' | 'SMS';
  readonly payload_sealed: string;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
}

export interface Tables {
  readonly setting: SettingTable;
  readonly pool: PoolTable;
  readonly client: ClientTable;
  readonly signing_key: SigningKeyTable;
  readonly account: AccountTable;
  readonly software_token: SoftwareTokenTable;
  readonly srp_challenge: SrpChallengeTable;
  readonly auth_session: AuthSessionTable;
  readonly token_family: TokenFamilyTable;
  readonly refresh_token: RefreshTokenTable;
  readonly lockout: LockoutTable;
  readonly outbox: OutboxTable;
}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Connects lazily: a wrong address shows at the first query. Errors of idle connections are given to `onIdleError`,
 * since a restart of PostgreSQL must not end the process.
 */
export function connectDatabase(config: PoolConfig, onIdleError: (error: Error) => void): Database {
  const pool = new Pool({ max: 10, connectionTimeoutMillis: 5000, statement_timeout: 15_000, ...config });
  pool.on('error', onIdleError);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(SCHEMA_NAME);
  return { db, close: () => db.destroy() };
}
