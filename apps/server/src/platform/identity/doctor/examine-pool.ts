import type { Diagnosis } from '../../diagnosis.ts';
import { diagnose } from './diagnoses.ts';
import type { ExaminedPool } from './patient.ts';
import { probeClient } from './probe-client.ts';
import { probeDoor } from './probe-door.ts';
import { readSettings } from './read-settings.ts';

/** Read-only: anonymous calls with unknown user names, and the settings if a key is configured. */
export async function examinePool(pool: ExaminedPool): Promise<readonly Diagnosis[]> {
  const door = await probeDoor(pool);
  if (door.some(isFailure)) return door;
  const found = [...door, ...(await probeClient(pool)), ...(await readSettings(pool))];
  const told = found.filter(({ code }, at) => found.findIndex((other) => other.code === code) === at);
  const isFine = told.every(({ severity }) => severity === 'ok');
  return [...(isFine ? [diagnose('fine', pool)] : []), ...bySeverity(told)];
}

const RANK = { fail: 0, warn: 1, ok: 2 } as const;

export function bySeverity(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  return diagnoses.toSorted((one, other) => RANK[one.severity] - RANK[other.severity]);
}

function isFailure({ severity }: Diagnosis): boolean {
  return severity === 'fail';
}
