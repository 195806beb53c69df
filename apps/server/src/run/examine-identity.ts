import type { Diagnosis } from '../platform/diagnosis.ts';
import { examineIssuer } from '../platform/identity/doctor/examine-issuer.ts';
import { examinePool } from '../platform/identity/doctor/examine-pool.ts';
import type { Services } from '../services.ts';
import { examinedIssuers } from './examined-issuers.ts';

/** Logs problems of external pools and issuers, at the start and once a day. */
export async function examineIdentityRegularly({
  config,
  clock,
  log,
}: Pick<Services, 'config' | 'clock' | 'log'>): Promise<void> {
  const warn = (provider: string, diagnoses: readonly Diagnosis[]): void => {
    for (const { code, severity } of diagnoses)
      if (severity !== 'ok') log.warn('identity_diagnosis', { provider, code, severity });
  };
  const { pool, url, signInMethods } = config;
  if (pool.kind === 'cognito')
    warn('pool', await examinePool({ ...pool, pageOrigin: url, offers: signInMethods, clock }));
  for (const issuer of examinedIssuers(config)) warn(issuer.id, await examineIssuer(issuer));
}
