import type { Diagnosis } from '../../diagnosis.ts';
import { diagnose } from './diagnoses.ts';
import type { ExaminedPool } from './examined.ts';
import { probeClient } from './probe-client.ts';
import { probeAccess } from './probe-access.ts';
import { readSettings } from './read-settings.ts';

/** Read-only: anonymous calls with unknown user names, and a read of the settings if a key is configured. */
export async function examinePool(pool: ExaminedPool): Promise<readonly Diagnosis[]> {
  const access = await probeAccess(pool);
  if (access.some(isFailure)) return access;
  const found = [...access, ...(await probeClient(pool)), ...(await readSettings(pool))];
  const diagnoses = found.filter(({ code }, at) => found.findIndex((other) => other.code === code) === at);
  const isFine = diagnoses.every(({ severity }) => severity === 'ok');
  return [...(isFine ? [diagnose('fine', pool)] : []), ...bySeverity(diagnoses)];
}

const RANK = { fail: 0, warn: 1, ok: 2 } as const;

export function bySeverity(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  return diagnoses.toSorted((one, other) => RANK[one.severity] - RANK[other.severity]);
}

function isFailure({ severity }: Diagnosis): boolean {
  return severity === 'fail';
}
