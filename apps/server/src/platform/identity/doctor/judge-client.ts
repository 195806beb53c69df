import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import type { Diagnosis } from '../../diagnosis.ts';
import { diagnose } from './diagnoses.ts';
import { type Found, only } from './found.ts';
import type { ExaminedPool } from './examined.ts';

const Names = z.array(z.string().max(200)).max(500).optional();
const Unit = z.enum(['seconds', 'minutes', 'hours', 'days']);
const Client = z.object({
  ClientSecret: z.string().optional(),
  ExplicitAuthFlows: Names,
  ReadAttributes: Names,
  WriteAttributes: Names,
  PreventUserExistenceErrors: z.string().optional(),
  EnableTokenRevocation: z.boolean().optional(),
  EnablePropagateAdditionalUserContextData: z.boolean().optional(),
  AuthSessionValidity: z.number().optional(),
  RefreshTokenValidity: z.number().optional(),
  AccessTokenValidity: z.number().optional(),
  TokenValidityUnits: z.object({ AccessToken: Unit.optional(), RefreshToken: Unit.optional() }).optional(),
  RefreshTokenRotation: z
    .object({ Feature: z.string(), RetryGracePeriodSeconds: z.number().optional() })
    .optional(),
});
type Client = z.infer<typeof Client>;

const UNIT_MS = { seconds: SECOND_MS, minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;
const AUTH_SESSION_MIN = SERVER_LIMITS.signInAttemptMs / MINUTE_MS;

export function judgeClient(pool: ExaminedPool, described: unknown): readonly Diagnosis[] {
  const parsed = Client.safeParse(described);
  if (!parsed.success) return [];
  const client = parsed.data;
  const found = [
    ...judgeFlows(pool, client),
    ...judgeLives(client),
    ...judgeAttributes(client),
    ...only(client.PreventUserExistenceErrors !== 'ENABLED', ['existence_revealed']),
    ...only(client.EnableTokenRevocation !== true, ['revocation_off']),
    // Cognito accepts IP addresses of clients only with a client secret.
    ...only(client.ClientSecret !== undefined && client.EnablePropagateAdditionalUserContextData !== true, [
      'addresses_unseen',
    ]),
  ];
  return found.map(([code, seen]) => diagnose(code, pool, seen));
}

function judgeFlows(pool: ExaminedPool, client: Client): readonly Found[] {
  const flows = new Set(client.ExplicitAuthFlows);
  const isRotating = client.RefreshTokenRotation?.Feature === 'ENABLED';
  const shown = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH'].filter((flow) =>
    flows.has(flow),
  );
  const wantsChoice = pool.offers.includes('passkey') || pool.offers.includes('choice');
  return [
    ...only(flows.size > 0 && !flows.has('ALLOW_USER_SRP_AUTH'), ['srp_off']),
    ...only(wantsChoice && !flows.has('ALLOW_USER_AUTH'), ['user_auth_off', 'more than a password']),
    ...only(pool.offers.includes('custom') && !flows.has('ALLOW_CUSTOM_AUTH'), ['custom_auth_off']),
    ...only(shown.length > 0, ['password_flow_on', shown.join(', ')]),
    ...only(!isRotating && flows.size > 0 && !flows.has('ALLOW_REFRESH_TOKEN_AUTH'), [
      'refresh_off',
      'neither rotation nor ALLOW_REFRESH_TOKEN_AUTH',
    ]),
    ...only(!isRotating, ['rotation_off']),
    ...only(isRotating && (client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0) < 10, [
      'rotation_graceless',
    ]),
  ];
}

/** Defaults to Cognito's lifetimes: 30 days and one hour. */
function judgeLives(client: Client): readonly Found[] {
  const units = client.TokenValidityUnits;
  const refreshMs = (client.RefreshTokenValidity ?? 30) * UNIT_MS[units?.RefreshToken ?? 'days'];
  const accessMs = (client.AccessTokenValidity ?? 1) * UNIT_MS[units?.AccessToken ?? 'hours'];
  const sessionMinutes = client.AuthSessionValidity ?? AUTH_SESSION_MIN;
  return [
    ...only(refreshMs < SERVER_LIMITS.sessionAbsoluteMs, ['refresh_short', lifeOf(refreshMs)]),
    ...only(accessMs > HOUR_MS, ['access_long', lifeOf(accessMs)]),
    ...only(sessionMinutes < AUTH_SESSION_MIN, ['challenge_short', String(sessionMinutes)]),
  ];
}

/** A missing list permits every standard attribute. */
function judgeAttributes(client: Client): readonly Found[] {
  const unread = lacks(client.ReadAttributes, ['email', 'email_verified', 'name']);
  const unwritable = lacks(client.WriteAttributes, ['email', 'name']);
  return [
    ...only(unread !== '', ['attributes_unread', unread]),
    ...only(unwritable !== '', ['attributes_unwritable', unwritable]),
  ];
}

function lacks(given: readonly string[] | undefined, wanted: readonly string[]): string {
  return given === undefined || given.length === 0
    ? ''
    : wanted.filter((name) => !given.includes(name)).join(', ');
}

function lifeOf(ms: number): string {
  const unit = (['days', 'hours', 'minutes'] as const).find((each) => ms >= UNIT_MS[each]) ?? 'seconds';
  return `${Math.round(ms / UNIT_MS[unit])} ${unit}`;
}
