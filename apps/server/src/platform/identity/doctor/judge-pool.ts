import { z } from 'zod';
import type { Diagnosis } from '../../diagnosis.ts';
import { diagnose } from './diagnoses.ts';
import { type Found, only } from './found.ts';
import type { ExaminedPool } from './examined.ts';

const Names = z.array(z.string().max(200)).max(500).optional();
const Pool = z.object({
  UsernameAttributes: Names,
  AliasAttributes: Names,
  AutoVerifiedAttributes: Names,
  UsernameConfiguration: z.object({ CaseSensitive: z.boolean() }).optional(),
  UserAttributeUpdateSettings: z.object({ AttributesRequireVerificationBeforeUpdate: Names }).optional(),
  SchemaAttributes: z
    .array(z.object({ Name: z.string().max(200), Required: z.boolean().optional() }))
    .max(500)
    .optional(),
  AdminCreateUserConfig: z.object({ AllowAdminCreateUserOnly: z.boolean().optional() }).optional(),
  AccountRecoverySetting: z
    .object({
      RecoveryMechanisms: z
        .array(z.object({ Name: z.string() }))
        .max(10)
        .optional(),
    })
    .optional(),
  Policies: z.object({ SignInPolicy: z.object({ AllowedFirstAuthFactors: Names }).optional() }).optional(),
});
type Pool = z.infer<typeof Pool>;
const Factors = z.object({
  MfaConfiguration: z.string().optional(),
  SoftwareTokenMfaConfiguration: z.object({ Enabled: z.boolean().optional() }).optional(),
  WebAuthnConfiguration: z.object({ RelyingPartyId: z.string().optional() }).optional(),
});

/** Attributes that every account has, or that account creation sets. */
const ALWAYS_SET = new Set(['sub', 'email', 'email_verified', 'name']);

export function judgePool(pool: ExaminedPool, described: unknown, factors: unknown): readonly Diagnosis[] {
  const rules = Pool.safeParse(described);
  const mfa = Factors.safeParse(factors);
  const found = [
    ...(rules.success ? [...judgeNames(rules.data), ...judgeOffers(pool, rules.data)] : []),
    ...(mfa.success && factors !== undefined ? judgeFactors(pool, mfa.data) : []),
  ];
  return found.map(([code, seen]) => diagnose(code, pool, seen));
}

function judgeNames(rules: Pool): readonly Found[] {
  const names = [...(rules.UsernameAttributes ?? []), ...(rules.AliasAttributes ?? [])];
  const proved = rules.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate ?? [];
  const isProved = proved.includes('email') && rules.AutoVerifiedAttributes?.includes('email') === true;
  const required = (rules.SchemaAttributes ?? [])
    .filter(({ Name, Required }) => Required === true && !ALWAYS_SET.has(Name))
    .map(({ Name }) => Name);
  return [
    ...only(!names.includes('email'), ['email_no_name']),
    ...only(rules.UsernameConfiguration?.CaseSensitive === true, ['names_case_sensitive']),
    ...only(!isProved, ['email_change_unproved']),
    ...only(required.length > 0, ['attributes_required', required.join(', ')]),
  ];
}

function judgeOffers({ offers }: ExaminedPool, rules: Pool): readonly Found[] {
  const isAdminOnly = rules.AdminCreateUserConfig?.AllowAdminCreateUserOnly === true;
  const ways = rules.AccountRecoverySetting?.RecoveryMechanisms ?? [];
  const isClosed = ways.length > 0 && ways.every(({ Name }) => Name === 'admin_only');
  const first = rules.Policies?.SignInPolicy?.AllowedFirstAuthFactors;
  return [
    ...only(offers.includes('sign-up') && isAdminOnly, ['sign_up_closed']),
    ...only(offers.includes('reset') && isClosed, ['reset_closed']),
    ...only(offers.includes('passkey') && first?.includes('WEB_AUTHN') !== true, ['passkeys_off']),
  ];
}

function judgeFactors({ offers, pageOrigin }: ExaminedPool, mfa: z.infer<typeof Factors>): readonly Found[] {
  const isOff = mfa.MfaConfiguration === 'OFF';
  const relyingPartyId = mfa.WebAuthnConfiguration?.RelyingPartyId;
  const host = new URL(pageOrigin).hostname;
  // A passkey is also valid for subdomains.
  const matchesHost =
    relyingPartyId === undefined || host === relyingPartyId || host.endsWith(`.${relyingPartyId}`);
  return [
    ...only(isOff, ['mfa_off']),
    ...only(!isOff && mfa.SoftwareTokenMfaConfiguration?.Enabled !== true, ['authenticator_off']),
    ...only(offers.includes('passkey') && !matchesHost, ['passkeys_elsewhere', relyingPartyId ?? '']),
  ];
}
