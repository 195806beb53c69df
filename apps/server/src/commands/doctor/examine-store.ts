import { join } from 'node:path';
import { type Clock, err, ok, type Result } from '@coffer/kit';
import type { Config } from '../../config/config.ts';
import { openDataFolder } from '../../embedded/data-folder.ts';
import { startEmbeddedStore } from '../../embedded/embedded-store.ts';
import { readSecrets } from '../../embedded/secrets.ts';
import type { StartError } from '../../embedded/start-errors.ts';
import { examineStore } from '../../platform/blobs/doctor/examine-store.ts';
import type { Diagnosis } from '../../platform/blobs/doctor/model.ts';
import type { Log } from '../../platform/log/log.ts';
import { failed, type Finding } from '../../run/finding.ts';

interface Asked {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

type Examined = Parameters<typeof examineStore>[0];

/** Runs `coffer doctor store` on the configured store. Starts the embedded store if it is not running. */
export async function examineConfiguredStore(asked: Asked): Promise<readonly Finding[]> {
  await using stack = new AsyncDisposableStack();
  const opened = await openStore(stack, asked);
  if (!opened.ok) return [failed('Store', opened.error)];
  const { diagnoses } = await examineStore(opened.value, 'full');
  return diagnoses.map(toFinding);
}

function toFinding({ code, severity, message, fix }: Diagnosis): Finding {
  return { check: code, state: severity, message, ...(fix === null ? {} : { remedy: fix }) };
}

async function openStore(
  stack: AsyncDisposableStack,
  { config, clock, log }: Asked,
): Promise<Result<Examined, StartError>> {
  const pageOrigin = config.url;
  const { isRelay: isRelayed } = config;
  if (config.store.kind === 's3') return ok({ ...config.store, pageOrigin, isRelayed, clock });
  const { port, publicUrl } = config.store;
  const known = {
    region: 'us-east-1',
    bucket: 'coffer',
    prefix: 'coffer',
    forcePathStyle: true,
    pageOrigin,
    isRelayed,
    clock,
  };
  const folder = await openDataFolder(config.dataFolder);
  if (folder.ok) {
    stack.defer(() => folder.value.close());
    const keyPair = folder.value.secrets.storeKeyPair;
    const started = await startEmbeddedStore({
      folder: folder.value.storeFolder,
      port,
      keyPair,
      corsOrigins: [pageOrigin],
      log,
    });
    if (!started.ok) return started;
    stack.defer(async () => await started.value.stop());
    return ok({ ...known, ...keyPair, endpoint: started.value.endpoint, publicEndpoint: publicUrl });
  }
  if (folder.error.code !== 'data_locked') return folder;
  // If a running Coffer has locked the data folder, its store is running too.
  const secrets = await readSecrets(join(config.dataFolder, 'secrets.json'));
  if (typeof secrets === 'string') return err(folder.error);
  return ok({
    ...known,
    ...secrets.storeKeyPair,
    endpoint: `http://127.0.0.1:${port}`,
    publicEndpoint: publicUrl,
  });
}
