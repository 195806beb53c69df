import { setTimeout as pause } from 'node:timers/promises';

const READY_MS = 60_000;

export interface ExternalStore {
  readonly version: string;
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface StoreKey {
  readonly access: string;
  readonly secret: string;
}

/** Not a secret: the server lives for one run. */
export const STORE_KEY: StoreKey = {
  access: 'coffer-test-access',
  secret: 'coffer-test-secret-for-loopback',
};

export function storeEnvironment(port: number): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${port}`;
  return {
    COFFER_S3_ENDPOINT: address,
    COFFER_S3_PUBLIC_ENDPOINT: address,
    COFFER_S3_REGION: 'us-east-1',
    COFFER_S3_ACCESS_KEY_ID: STORE_KEY.access,
    COFFER_S3_SECRET_ACCESS_KEY: STORE_KEY.secret,
    COFFER_S3_PATH_STYLE: 'true',
  };
}

export async function untilAnswering(port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      // 503: still starting.
      if (answer.status !== 503) return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(250);
  }
  throw new Error(`nobody answered at port ${port} within ${READY_MS} ms`);
}
