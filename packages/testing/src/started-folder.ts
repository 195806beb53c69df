import { constants, existsSync } from 'node:fs';
import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setStartedFolder, startedFolder } from './environment.ts';

/** A killed server loses nothing by these: its writes are in the kernel. Only a power failure would. */
const WITHOUT_FLUSHES = 'fsync = off\nfull_page_writes = off\n';
/** With these the data are not, or not all, in the data folder. */
const ELSEWHERE = /^(?:DATABASE_URL|COFFER_S3_|COFFER_POOL_ENDPOINT|COFFER_MASTER_KEY|COFFER_PG_)/;

/**
 * Lets later `startCoffer` begin with copies of a data folder that was started once, which takes less than half of the
 * processor time of a first start.
 */
export async function shareStartedFolder(dataFolder: string): Promise<void> {
  await appendFile(join(dataFolder, 'database', 'data', 'postgresql.conf'), WITHOUT_FLUSHES);
  setStartedFolder(dataFolder);
}

/** Does nothing where the folder exists, or where the run has no started one. */
export async function copyStartedFolder(
  dataFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const started = startedFolder();
  if (started === undefined || existsSync(dataFolder)) return;
  if (Object.keys(environment).some((name) => ELSEWHERE.test(name))) return;
  await cp(started, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
