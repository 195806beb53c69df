import { join } from 'node:path';
import { type Clock, err, ok, type Result } from '@coffer/kit';
import type { Config } from '../../config/config.ts';
import { openDataFolder } from '../../embedded/data-folder.ts';
import { readSecrets } from '../../embedded/secrets.ts';
import type { StartError } from '../../embedded/start-errors.ts';
import type { Diagnosis } from '../../platform/diagnosis.ts';
import { examineIssuer } from '../../platform/identity/doctor/examine-issuer.ts';
import { examinePool } from '../../platform/identity/doctor/examine-pool.ts';
import type { ExaminedPool } from '../../platform/identity/doctor/examined.ts';
import type { Log } from '../../platform/log/log.ts';
import { failed, type Finding } from '../../run/finding.ts';
import { examinedIssuers } from '../../run/examined-issuers.ts';
import { startDatabase, startPool } from '../../run/parts.ts';

interface Asked {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs `coffer doctor pool` on the configured user pool and every other issuer. Starts the embedded pool if it is not
 * running.
 */
export async function examineConfiguredPool(asked: Asked): Promise<readonly Finding[]> {
  await using stack = new AsyncDisposableStack();
  const opened = await openPool(stack, asked);
  const pool = opened.ok
    ? (await examinePool(opened.value)).map((diagnosis) => toFinding('', diagnosis))
    : [failed('Pool', opened.error)];
  const issuers: Finding[] = [];
  for (const issuer of examinedIssuers(asked.config)) {
    for (const diagnosis of await examineIssuer(issuer)) issuers.push(toFinding(`${issuer.id}: `, diagnosis));
  }
  return [...pool, ...issuers];
}

function toFinding(prefix: string, { code, severity, message, fix }: Diagnosis): Finding {
  return {
    check: `${prefix}${code}`,
    state: severity,
    message,
    ...(fix === null ? {} : { remedy: fix }),
  };
}

async function openPool(
  stack: AsyncDisposableStack,
  { config, clock, log }: Asked,
): Promise<Result<ExaminedPool, StartError>> {
  const known = { pageOrigin: config.url, offers: config.signInMethods, clock };
  if (config.pool.kind === 'cognito') return ok({ ...config.pool, ...known });
  const folder = await openDataFolder(config.dataFolder);
  if (folder.ok) {
    stack.defer(() => folder.value.close());
    const context = { config, folder: folder.value, clock, log, onLost: () => undefined };
    const database = await startDatabase(context);
    if (!database.ok) return database;
    stack.defer(database.value.stop);
    const started = await startPool(context, database.value.value.poolConnectionString);
    if (!started.ok) return started;
    stack.defer(started.value.stop);
    return ok({ ...started.value.value.access, ...known });
  }
  if (folder.error.code !== 'data_locked') return folder;
  // If a running Coffer has locked the data folder, its pool is running too.
  const secrets = await readSecrets(join(config.dataFolder, 'secrets.json'));
  if (typeof secrets === 'string') return err(folder.error);
  const endpoint = `http://127.0.0.1:${config.pool.port}`;
  const { poolId, poolClientId: clientId, poolClientSecret: clientSecret } = secrets;
  return ok({
    ...known,
    endpoint,
    poolId,
    clientId,
    clientSecret,
    issuer: `${endpoint}/${poolId}`,
    region: poolId.slice(0, poolId.indexOf('_')),
    admin: secrets.poolAdminKeyPair,
  });
}
