import { setTimeout as pause } from 'node:timers/promises';

const READY_MS = 60_000;

/** An S3 server that others wrote, on loopback: it judges what Coffer sends to stores. */
export interface ExternalStore {
  /** Its name and version, as the documents give them. */
  readonly version: string;
  /** `COFFER_S3_*` variables without the bucket. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface StoreKey {
  readonly access: string;
  readonly secret: string;
}

/** Good for nothing but a server that lives as long as one run. */
export const STORE_KEY: StoreKey = {
  access: 'coffer-test-access',
  secret: 'coffer-test-secret-for-loopback',
};

/** How Coffer and its tests reach a store on this port of loopback. */
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

/** Waits until somebody speaks HTTP there. */
export async function untilAnswering(port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      // A server that says so is still on its way up.
      if (answer.status !== 503) return;
    } catch (error) {
      // Nobody listens yet.
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(250);
  }
  throw new Error(`nobody answered at port ${port} within ${READY_MS} ms`);
}
