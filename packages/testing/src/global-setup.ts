import { setSharedServer, sharedServer } from './environment.ts';
import { startTestServer } from './test-server.ts';

/**
 * Starts one PostgreSQL for the run unless `COFFER_TEST_DATABASE_URL` names one.
 * @see https://vitest.dev/config/globalsetup
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (sharedServer() !== undefined) return undefined;
  const server = await startTestServer();
  setSharedServer(server.connectionString);
  return async () => await server.stop();
}
