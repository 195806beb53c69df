import type { Result } from '@coffer/kit';
import type { DiskReserve } from '../embedded/disk-reserve.ts';
import { createReadiness, type HealthAnswer, type Readiness } from '../http/health.ts';
import { pingDatabase } from '../platform/db/ping.ts';
import type { Services } from '../services.ts';
import { storeHealth } from './store-health.ts';

/** The readiness of everything that this server needs. */
export function readinessOf(
  services: Pick<Services, 'blobs' | 'clock' | 'config' | 'db' | 'pool'>,
  disk: DiskReserve | undefined,
): () => Promise<Readiness> {
  const { clock, db, pool } = services;
  return createReadiness(
    {
      database: async () => ((await pingDatabase(db)).ok ? undefined : 'database_unavailable'),
      ...(disk === undefined ? {} : { disk: async () => await diskHealth(disk) }),
      store: async () => await storeHealth(services),
      pool: async () => codeOf(await pool.ping()),
    },
    clock,
  );
}

async function diskHealth(disk: DiskReserve): Promise<HealthAnswer> {
  await disk.update();
  return disk.isFull ? 'storage_full' : undefined;
}

function codeOf(result: Result<void, { readonly code: string }>): string | undefined {
  return result.ok ? undefined : result.error.code;
}
