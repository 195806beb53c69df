import type { Config } from '../config/config.ts';
import type { HealthAnswer } from '../http/health.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';

interface Needs {
  readonly blobs: Pick<Blobs, 'ping' | 'checksSignatures'>;
  readonly config: Pick<Config, 'allowUnsignedStore'>;
}

/** The health of the store. Also detects a store that no longer checks signatures. */
export async function storeHealth({ blobs, config }: Needs): Promise<HealthAnswer> {
  const pinged = await blobs.ping();
  if (!pinged.ok) return pinged.error.code;
  const checks = await blobs.checksSignatures();
  if (!checks.ok || checks.value) return undefined;
  return config.allowUnsignedStore ? { warning: 'store_unsigned' } : 'store_unsigned';
}
