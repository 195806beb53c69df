import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type ExternalStore, STORE_KEY, storeEnvironment, untilAnswering } from './external-store.ts';
import { type GoProgram, installGoProgram } from './go-program.ts';

const PORT = 7481;

/** The last commit. AGPL: never shipped. */
const MINIO: GoProgram = {
  path: 'github.com/minio/minio',
  version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  goMin: [1, 24],
};

export async function startMinio(folder: string): Promise<ExternalStore | undefined> {
  const program = installGoProgram(MINIO);
  if (program === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const server = spawn(program, ['server', folder, '--address', `127.0.0.1:${PORT}`, '--quiet'], {
    stdio: 'ignore',
    env: {
      HOME: folder,
      MINIO_ROOT_USER: STORE_KEY.access,
      MINIO_ROOT_PASSWORD: STORE_KEY.secret,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      // No API sets CORS rules of buckets.
      MINIO_API_CORS_ALLOW_ORIGIN: 'http://localhost:*',
    },
  });
  await untilAnswering(PORT);
  return {
    version: 'MinIO 2026-02-12',
    environment: storeEnvironment(PORT),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    },
  };
}
