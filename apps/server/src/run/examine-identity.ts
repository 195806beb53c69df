import type { Diagnosis } from '../platform/diagnosis.ts';
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
  if (pool.kind === 'cognito') {
    const { examinePool } = await import('../platform/identity/doctor/examine-pool.ts');
    warn('pool', await examinePool({ ...pool, pageOrigin: url, offers: signInMethods, clock }));
  }
  const issuers = examinedIssuers(config);
  if (issuers.length === 0) return;
  const { examineIssuer } = await import('../platform/identity/doctor/examine-issuer.ts');
  for (const issuer of issuers) warn(issuer.id, await examineIssuer(issuer));
}
