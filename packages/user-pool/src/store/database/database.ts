import { type Generated, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { withPreparedStatements } from './prepared-statements.ts';

export const SCHEMA_NAME = 'user_pool';

interface SettingTable {
  readonly name: string;
  readonly value: string;
}

interface PoolTable {
  readonly id: string;
  readonly name: string;
  readonly settings: unknown;
  readonly described: Generated<unknown>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface ClientTable {
  readonly id: string;
  readonly pool_id: string;
  readonly name: string;
  readonly settings: unknown;
  readonly described: Generated<unknown>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface ClientSecretTable {
  readonly id: string;
  readonly client_id: string;
  readonly secret_sealed: string;
  readonly created_at: Date;
}

interface UserGroupTable {
  readonly pool_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly role_arn: string | null;
  readonly precedence: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface GroupMemberTable {
  readonly pool_id: string;
  readonly group_name: string;
  readonly account_id: string;
  readonly created_at: Date;
}

interface SigningKeyTable {
  readonly kid: string;
  readonly pool_id: string;
  readonly usage: 'id' | 'access';
  readonly public_jwk: unknown;
  readonly private_sealed: string;
  readonly created_at: Date;
  /** The key signs from this time on. It is published earlier. */
  readonly active_at: Date;
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
  readonly is_first_sign_in_due: Generated<boolean>;
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
  readonly server_private_sealed: string;
  readonly expires_at: Date;
  readonly session_hash: Generated<Buffer | null>;
  readonly state: Generated<unknown>;
}

interface AuthSessionTable {
  readonly handle_hash: Buffer;
  readonly pool_id: string;
  readonly client_id: string;
  readonly account_id: string | null;
  readonly subject: string;
  readonly step: string;
  readonly pending_sealed: string | null;
  readonly failure_count: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly state: Generated<unknown>;
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
  readonly is_hosted: Generated<boolean>;
}

interface RefreshTokenTable {
  readonly token_hash: Buffer;
  readonly origin_jti: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly successor_sealed: string | null;
}

interface WebAuthnCredentialTable {
  readonly pool_id: string;
  readonly credential_id: string;
  readonly account_id: string;
  readonly relying_party_id: string;
  readonly public_key: Buffer;
  readonly sign_count: string | number;
  readonly is_multi_device: boolean;
  readonly is_backed_up: boolean;
  readonly aaguid: string;
  readonly transports: unknown;
  readonly attachment: 'platform' | 'cross-platform' | null;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

interface WebAuthnRegistrationTable {
  readonly challenge_hash: Buffer;
  readonly account_id: string;
  readonly client_id: string;
  readonly expires_at: Date;
}

/** `new`: not yet confirmed by its owner. */
export type DeviceStatus = 'new' | 'not_remembered' | 'remembered';

interface DeviceTable {
  readonly device_key: string;
  readonly pool_id: string;
  readonly account_id: string;
  readonly group_key: string;
  readonly status: DeviceStatus;
  readonly name: string | null;
  readonly salt: Buffer | null;
  readonly verifier_sealed: string | null;
  readonly address: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_authenticated_at: Date;
}

interface LockoutTable {
  readonly subject: string;
  readonly failure_count: number;
  readonly last_failure_at: Date;
  readonly locked_until: Date;
}

interface CodeTable {
  readonly pool_id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly scope: string;
  readonly account_id: string | null;
  readonly code_mac: Buffer;
  readonly failure_count: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

interface OutboxTable {
  readonly id: string;
  readonly pool_id: string;
  readonly account_id: string | null;
  readonly kind: string;
  readonly medium: 'EMAIL' | 'SMS';
  readonly payload_sealed: string;
  readonly failure_count: Generated<number>;
  readonly next_try_at: Date;
  readonly given_up_at: Generated<Date | null>;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
}

interface AuthorizationRequestTable {
  readonly id: string;
  readonly pool_id: string;
  readonly client_id: string;
  readonly browser_hash: Buffer;
  readonly previous_browser_hash: Buffer | null;
  readonly parameters: unknown;
  readonly progress_sealed: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly completed_at: Date | null;
}

interface HostedSessionTable {
  readonly session_hash: Buffer;
  readonly pool_id: string;
  readonly account_id: string;
  readonly provider: string | null;
  readonly authenticated_at: Date;
  readonly expires_at: Date;
}

interface AuthorizationCodeTable {
  readonly code_hash: Buffer;
  readonly pool_id: string;
  readonly client_id: string;
  readonly account_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string | null;
  readonly scope: string;
  readonly nonce: string | null;
  readonly authenticated_at: Date;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly origin_jti: string | null;
}

interface IdentityProviderTable {
  readonly pool_id: string;
  readonly name: string;
  readonly type: 'OIDC';
  readonly details: unknown;
  readonly secret_sealed: string | null;
  readonly attribute_mapping: unknown;
  readonly identifiers: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface AccountIdentityTable {
  readonly pool_id: string;
  readonly provider: string;
  readonly subject: string;
  readonly account_id: string;
  readonly linked_at: Date;
}

interface FederationRequestTable {
  readonly state_hash: Buffer;
  readonly request_id: string;
  readonly provider: string;
  readonly secrets_sealed: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface Tables {
  readonly account_identity: AccountIdentityTable;
  readonly authorization_code: AuthorizationCodeTable;
  readonly authorization_request: AuthorizationRequestTable;
  readonly federation_request: FederationRequestTable;
  readonly hosted_session: HostedSessionTable;
  readonly identity_provider: IdentityProviderTable;
  readonly setting: SettingTable;
  readonly pool: PoolTable;
  readonly client: ClientTable;
  readonly client_secret: ClientSecretTable;
  readonly signing_key: SigningKeyTable;
  readonly account: AccountTable;
  readonly user_group: UserGroupTable;
  readonly group_member: GroupMemberTable;
  readonly software_token: SoftwareTokenTable;
  readonly srp_challenge: SrpChallengeTable;
  readonly auth_session: AuthSessionTable;
  readonly token_family: TokenFamilyTable;
  readonly refresh_token: RefreshTokenTable;
  readonly web_authn_credential: WebAuthnCredentialTable;
  readonly web_authn_registration: WebAuthnRegistrationTable;
  readonly device: DeviceTable;
  readonly lockout: LockoutTable;
  readonly code: CodeTable;
  readonly outbox: OutboxTable;
}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Connects lazily. Lost connections call `onLost`, because an unhandled event would crash the process when PostgreSQL
 * restarts; running queries still fail.
 */
export function connectDatabase(config: PoolConfig, onLost: (error: Error) => void): Database {
  const pool = new Pool({ max: 10, connectionTimeoutMillis: 5000, statement_timeout: 15_000, ...config });
  // The pool repeats errors of idle connections, which already have a listener.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onLost));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
  }).withSchema(SCHEMA_NAME);
  connections.set(db, pool);
  return { db, close: () => db.destroy() };
}

const connections = new WeakMap<Db, Pool>();

export function connectionsOf(db: Db | Tx): Pool | undefined {
  return connections.get(db);
}
