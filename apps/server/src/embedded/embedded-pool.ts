import { createRequire } from 'node:module';
import { err, ok, type Result } from '@coffer/kit';
import type { ConfigurationInput } from '@coffer/user-pool';
import type { MailConfig } from '../config-sign-in.ts';
import type { Log } from '../platform/log/log.ts';
import { type ChildError, startChild } from './child-process.ts';
import { declarePool, type PoolPurpose } from './pool-rules.ts';
import type { Secrets } from './secrets.ts';
import type { StartError } from './start-errors.ts';

/** The user pool as a process of its own. The rest of the application knows it as Cognito's JSON protocol and OIDC over HTTP. */
export interface EmbeddedPool {
  readonly endpoint: string;
  readonly region: string;
  /** `iss` of its tokens. */
  readonly issuer: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

const LISTEN_HOST = '127.0.0.1';

type PoolSecrets = Pick<
  Secrets,
  'poolEncryptionKey' | 'poolAdminKeyPair' | 'poolId' | 'poolClientId' | 'poolClientSecret'
>;

/** How the pool is started, and for what. */
export interface PoolStart extends Omit<PoolPurpose, 'hasMail'> {
  /** Of a database of the pool's own. */
  readonly connectionString: string;
  /** 0: any. */
  readonly port: number;
  readonly secrets: PoolSecrets;
  /** How mail leaves; without it messages wait in the pool's outbox. */
  readonly mail: MailConfig | undefined;
  readonly log: Log;
  /** The pool ended again and again, and is not started any more. */
  readonly onLost?: () => void;
}

export async function startEmbeddedPool(options: PoolStart): Promise<Result<EmbeddedPool, StartError>> {
  const { secrets } = options;
  const child = await startChild({
    name: 'pool',
    entry: createRequire(import.meta.url).resolve('@coffer/user-pool/bin'),
    configure: (port) => configurationOf(options, port ?? options.port),
    log: options.log,
    ...(options.onLost === undefined ? {} : { onLost: options.onLost }),
  });
  if (!child.ok) return err(startErrorOf(child.error, options.port));
  const endpoint = `http://${LISTEN_HOST}:${child.value.port}`;
  return ok({
    endpoint,
    region: secrets.poolId.slice(0, secrets.poolId.indexOf('_')),
    issuer: `${endpoint}/${secrets.poolId}`,
    poolId: secrets.poolId,
    clientId: secrets.poolClientId,
    clientSecret: secrets.poolClientSecret,
    stop: async () => await child.value.stop(),
  });
}

function configurationOf({ connectionString, secrets, mail, ...purpose }: PoolStart, port: number) {
  return {
    database: { connectionString, max: 10 },
    listen: { host: LISTEN_HOST, port },
    encryptionKey: secrets.poolEncryptionKey,
    adminCredentials: [secrets.poolAdminKeyPair],
    // A person with twenty tabs is one user of the pool: the server sees to the rate of calls itself.
    limits: { users: { requests: { count: 200, perSeconds: 10 } } },
    delivery: mail ?? {},
    pools: [declarePool(secrets, { ...purpose, hasMail: mail !== undefined })],
  } satisfies ConfigurationInput;
}

function startErrorOf(error: ChildError, port: number): StartError {
  if (error.code === 'child_timeout') {
    return { code: 'pool_failed', reason: `it was not ready after ${error.timeoutMs / 1000} s` };
  }
  if (error.code === 'child_ended') return { code: 'pool_failed', reason: error.reason };
  if (error.reasonCode === 'port_taken') return { code: 'port_taken', port, setting: 'COFFER_POOL_PORT' };
  return { code: 'pool_failed', reason: error.reason };
}
