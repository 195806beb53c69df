import { ok, type Result } from '@coffer/kit';
import type { Configuration } from './configuration.ts';
import { createUserPool, type StartError } from './create-user-pool.ts';
import { createDelivery } from './delivery/create-delivery.ts';
import type { Log } from './log.ts';
import type { DatabaseOptions } from './open-database.ts';
import { type ListenError, listen } from './server.ts';

export interface StartedPool {
  readonly port: number;
  close(): Promise<void>;
}

export async function startConfigured(
  configuration: Configuration,
  log: Log,
): Promise<Result<StartedPool, StartError | ListenError>> {
  const { listen: at, ...rest } = configuration;
  const server = await listen(at);
  if (!server.ok) return server;
  const { port } = server.value;
  const host = at.host.includes(':') ? `[${at.host}]` : at.host;
  const pool = await createUserPool({
    ...databaseOptionsOf(configuration),
    baseUrl: rest.baseUrl ?? `http://${host}:${port}`,
    hosted: rest.hosted,
    corsOrigins: rest.corsOrigins,
    hosts: rest.hosts,
    adminCredentials: rest.adminCredentials,
    pools: rest.pools,
    region: rest.region,
    delivery: await createDelivery(rest.delivery),
    limits: rest.limits,
    signingKeyAgeDays: rest.signingKeyAgeDays,
    log,
  });
  if (!pool.ok) {
    await server.value.close();
    return pool;
  }
  server.value.serve(pool.value.fetch);
  return ok({
    port,
    close: async () => {
      await server.value.close();
      await pool.value.close();
    },
  });
}

export function databaseOptionsOf(configuration: Configuration): DatabaseOptions {
  const { encryptionKeyId, encryptionKey, previousKeys } = configuration;
  const { max, ...database } = configuration.database;
  return {
    database: { ...database, ...(max === undefined ? {} : { max }) },
    encryptionKey: { id: encryptionKeyId, key: encryptionKey },
    previousKeys,
  };
}
