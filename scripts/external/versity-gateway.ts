import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type ExternalStore, STORE_KEY, storeEnvironment, untilAnswering } from './external-store.ts';
import { type GoProgram, installGoProgram } from './go-program.ts';

const PORT = 7482;

const VERSITY: GoProgram = {
  path: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.8.0',
  goMin: [1, 25],
};

/** Undefined when it cannot be built. */
export async function startVersityGateway(folder: string): Promise<ExternalStore | undefined> {
  const program = installGoProgram(VERSITY);
  if (program === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const server = spawn(program, ['--keep-alive', '--port', `127.0.0.1:${PORT}`, '--quiet', 'posix', folder], {
    stdio: 'ignore',
    env: { HOME: folder, ROOT_ACCESS_KEY: STORE_KEY.access, ROOT_SECRET_KEY: STORE_KEY.secret },
  });
  await untilAnswering(PORT);
  return {
    version: `Versity S3 Gateway ${VERSITY.version.slice(1)}`,
    environment: storeEnvironment(PORT),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    },
  };
}
