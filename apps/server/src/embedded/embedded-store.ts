import { createRequire } from 'node:module';
import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Integrity } from '../platform/blobs/integrity-test.ts';
import type { Log } from '../platform/log/log.ts';
import { type ChildError, startChild } from './child-process.ts';
import { RESERVE_LIMITS } from './disk-reserve.ts';
import type { Secrets } from './secrets.ts';
import type { StartError } from './start-errors.ts';

/** The object store as a child process. The application uses only S3 over HTTP. */
export interface EmbeddedStore {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  stop(): Promise<void>;
}

/** It is a part of this installation, so a start need not try it. A test does. */
export const EMBEDDED_INTEGRITY: Integrity = {
  level: 1,
  isEtagMd5: false,
  takesForms: true,
  takesBundles: true,
};

const REGION = 'us-east-1';
const BUCKET = 'coffer';
const LISTEN_HOST = '127.0.0.1';
const LOCK_TIMEOUT_MS = 15 * SECOND_MS;

export async function startEmbeddedStore(options: {
  readonly folder: string;
  /** 0: any. */
  readonly port: number;
  readonly keyPair: Secrets['storeKeyPair'];
  /** Origins whose pages may send signed requests. */
  readonly corsOrigins: readonly string[];
  readonly log: Log;
  /** How long to wait for the lock of a killed Coffer's store, which finishes its running requests. */
  readonly lockTimeoutMs?: number;
  /** Logging requests slows both processes down. */
  readonly logsRequests?: boolean;
  /** The store failed repeatedly and is not restarted any more. */
  readonly onLost?: () => void;
}): Promise<Result<EmbeddedStore, StartError>> {
  const child = await startChild({
    name: 'store',
    entry: createRequire(import.meta.url).resolve('@coffer/object-store/bin'),
    configure: (port) => ({
      folder: options.folder,
      host: LISTEN_HOST,
      port: port ?? options.port,
      region: REGION,
      credentials: [options.keyPair],
      buckets: [BUCKET],
      corsOrigins: options.corsOrigins,
      logsRequests: options.logsRequests ?? false,
      // The database shares the disk, so the store reserves more than it needs.
      limits: {
        reserveBytes: RESERVE_LIMITS.fullBytes,
        lockTimeoutMs: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
      },
    }),
    log: options.log,
    ...(options.onLost === undefined ? {} : { onLost: options.onLost }),
  });
  if (!child.ok) return err(startErrorOf(child.error, options));
  return ok({
    endpoint: `http://${LISTEN_HOST}:${child.value.port}`,
    region: REGION,
    bucket: BUCKET,
    stop: async () => await child.value.stop(),
  });
}

function startErrorOf(
  error: ChildError,
  { folder, port }: { readonly folder: string; readonly port: number },
): StartError {
  if (error.code === 'child_timeout') {
    return { code: 'store_failed', reason: `it was not ready after ${error.timeoutMs / 1000} s` };
  }
  if (error.code === 'child_ended') return { code: 'store_failed', reason: error.reason };
  switch (error.reasonCode) {
    case 'port_taken':
      return { code: 'port_taken', port, setting: 'COFFER_STORE_PORT' };
    case 'locked':
      return { code: 'data_locked', folder };
    case 'folder_not_writable':
      return { code: 'data_not_writable', folder, reason: error.reasonCode };
    default:
      return { code: 'store_failed', reason: error.reason };
  }
}
