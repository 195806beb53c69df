// oxlint-disable node/no-process-env -- the environment is how a run hands its server to the workers.
import { randomUUID } from 'node:crypto';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { createDataFolder } from '../data-folder.ts';
import { createPoolAdmin } from '../embedded-pool/pool-admin.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import type { Account } from '../sign-in/sign-in-steps.ts';
import { readInstallationSecrets } from '../sign-in/recorded-pool.ts';

const VARIABLE = 'COFFER_TEST_SHARED_SERVER';

/** Files without settings or an administrator of their own use it, each with a new person. */
interface SharedServer extends Pick<CofferProcess, 'url'> {
  readonly poolPort: number;
  readonly dataFolder: string;
}

export async function startSharedServer(): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await createDataFolder('shared'));
  const coffer = stack.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const shared: SharedServer = { url: coffer.url, poolPort: coffer.ports.pool, dataFolder: data.path };
  process.env[VARIABLE] = JSON.stringify(shared);
  return stack.move();
}

/** A member with an empty space. */
export async function addSharedPerson(): Promise<Pick<SharedServer, 'url'> & { readonly account: Account }> {
  const { url, poolPort, dataFolder } = JSON.parse(process.env[VARIABLE] ?? '') as SharedServer;
  const admin = createPoolAdmin(poolPort, await readInstallationSecrets(dataFolder));
  const account = { ...ADMINISTRATOR, email: `ada-${randomUUID()}@example.org` };
  await admin.createPerson(account.email, account.password, { name: account.name });
  return { url, account };
}
