import { constants, existsSync } from 'node:fs';
import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setStartedFolder, startedFolder } from './environment.ts';

/** Safe if the server is killed, because its writes are in the kernel. Only a power failure would lose data. */
const WITHOUT_FLUSHES = 'fsync = off\nfull_page_writes = off\n';
/** With these variables, some or all data are outside of the data folder. */
const ELSEWHERE = /^(?:DATABASE_URL|COFFER_S3_|COFFER_POOL_ENDPOINT|COFFER_MASTER_KEY|COFFER_PG_)/;

/**
 * Keeps the folder of a first start, which later calls of `startCoffer` copy. A copy takes less than half of the CPU
 * time of a first start.
 */
export async function shareStartedFolder(dataFolder: string): Promise<void> {
  await appendFile(join(dataFolder, 'database', 'data', 'postgresql.conf'), WITHOUT_FLUSHES);
  setStartedFolder(dataFolder);
}

/** Does nothing if the folder exists, or if the run has no prepared folder. */
export async function copyStartedFolder(
  dataFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const started = startedFolder();
  if (started === undefined || existsSync(dataFolder)) return;
  if (Object.keys(environment).some((name) => ELSEWHERE.test(name))) return;
  await cp(started, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
