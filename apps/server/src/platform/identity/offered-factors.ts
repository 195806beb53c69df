import { MINUTE_MS } from '@coffer/kit';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import type { CognitoCall } from './cognito-client.ts';
import type { AccountFactor } from './pool-accounts.ts';

const Rules = z.object({
  MfaConfiguration: z.string().nullish(),
  SoftwareTokenMfaConfiguration: z.object({ Enabled: z.boolean().nullish() }).nullish(),
  EmailMfaConfiguration: z.object({}).nullish(),
  SmsMfaConfiguration: z.object({}).nullish(),
});

const KEPT_MS = 5 * MINUTE_MS;
const UNKNOWN: readonly AccountFactor[] = ['SOFTWARE_TOKEN_MFA'];

/** The second factors that the pool allows, cached for five minutes. Never fails. */
export function createOfferedFactors(
  call: CognitoCall,
  { poolId, log }: { readonly poolId: string; readonly log: Log },
): () => Promise<readonly AccountFactor[]> {
  let known: { readonly factors: readonly AccountFactor[]; readonly untilMs: number } | undefined;
  return async () => {
    const nowMs = performance.now();
    if (known !== undefined && known.untilMs > nowMs) return known.factors;
    const rules = await call('GetUserPoolMfaConfig', { UserPoolId: poolId }, Rules);
    if (!rules.ok) {
      if (rules.error.kind === 'unavailable') return known?.factors ?? UNKNOWN;
      log.info('pool_factors_unknown', { exception: rules.error.name });
    }
    const factors = rules.ok ? factorsOf(rules.value) : UNKNOWN;
    known = { factors, untilMs: nowMs + KEPT_MS };
    return factors;
  };
}

function factorsOf(rules: z.infer<typeof Rules>): readonly AccountFactor[] {
  if (rules.MfaConfiguration === 'OFF') return [];
  return [
    ...(rules.SoftwareTokenMfaConfiguration?.Enabled === true ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
    ...(rules.EmailMfaConfiguration == null ? [] : (['EMAIL_OTP'] as const)),
    ...(rules.SmsMfaConfiguration == null ? [] : (['SMS_MFA'] as const)),
  ];
}
