import { z } from 'zod';
import type { AccountStatus } from './database/database.ts';

/** Every value is text, as in requests. */
export type Attributes = Readonly<Record<string, string>>;
const attributesSchema = z.record(z.string(), z.string());

const identitiesSchema = z.array(
  z.object({ provider: z.string(), subject: z.string(), linkedAt: z.string() }),
);
export type Identity = z.infer<typeof identitiesSchema>[number];

export interface Credential {
  readonly salt: Buffer;
  readonly verifierSealed: string;
}

export const storedCredentialSchema = z.object({ salt: z.string(), verifierSealed: z.string() });
export type StoredCredential = z.infer<typeof storedCredentialSchema>;

export interface Account {
  /** `sub`. */
  readonly id: string;
  readonly poolId: string;
  readonly username: string;
  readonly status: AccountStatus;
  readonly isEnabled: boolean;
  readonly attributes: Attributes;
  readonly credential: Credential | undefined;
  readonly temporaryPasswordExpiresAt: Date | null;
  readonly isTotpEnabled: boolean;
  readonly preferredMfa: string | null;
  readonly isSmsMfaEnabled: boolean;
  readonly isEmailMfaEnabled: boolean;
  readonly isWebAuthnMfaEnabled: boolean;
  /** New addresses that are not verified yet. The old ones remain active. */
  readonly pendingAttributes: Attributes;
  readonly identities: readonly Identity[];
  /** Whether the sign-up code still counts as second factor, which it does once. */
  readonly isFirstSignInDue: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const ACCOUNT_COLUMNS = [
  'id',
  'pool_id',
  'username',
  'status',
  'is_enabled',
  'attributes',
  'salt',
  'verifier_sealed',
  'temporary_password_expires_at',
  'is_totp_enabled',
  'preferred_mfa',
  'is_sms_mfa_enabled',
  'is_email_mfa_enabled',
  'is_web_authn_mfa_enabled',
  'pending_attributes',
  'identities',
  'is_first_sign_in_due',
  'created_at',
  'updated_at',
] as const;

export interface AccountRow {
  readonly id: string;
  readonly pool_id: string;
  readonly username: string;
  readonly status: AccountStatus;
  readonly is_enabled: boolean;
  readonly attributes: unknown;
  readonly salt: Buffer | null;
  readonly verifier_sealed: string | null;
  readonly temporary_password_expires_at: Date | null;
  readonly is_totp_enabled: boolean;
  readonly preferred_mfa: string | null;
  readonly is_sms_mfa_enabled: boolean;
  readonly is_email_mfa_enabled: boolean;
  readonly is_web_authn_mfa_enabled: boolean;
  readonly pending_attributes: unknown;
  readonly identities: unknown;
  readonly is_first_sign_in_due: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function toCredential(row: Pick<AccountRow, 'salt' | 'verifier_sealed'>): Credential | undefined {
  const { salt, verifier_sealed: verifierSealed } = row;
  return salt === null || verifierSealed === null ? undefined : { salt, verifierSealed };
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    poolId: row.pool_id,
    username: row.username,
    status: row.status,
    isEnabled: row.is_enabled,
    attributes: attributesSchema.parse(row.attributes),
    credential: toCredential(row),
    temporaryPasswordExpiresAt: row.temporary_password_expires_at,
    isTotpEnabled: row.is_totp_enabled,
    preferredMfa: row.preferred_mfa,
    isSmsMfaEnabled: row.is_sms_mfa_enabled,
    isEmailMfaEnabled: row.is_email_mfa_enabled,
    isWebAuthnMfaEnabled: row.is_web_authn_mfa_enabled,
    pendingAttributes: attributesSchema.parse(row.pending_attributes),
    identities: identitiesSchema.parse(row.identities),
    isFirstSignInDue: row.is_first_sign_in_due,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
