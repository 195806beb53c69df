import { createRequire } from 'node:module';
import { err, ok, type Result } from '@coffer/kit';
import type { ConfigurationInput } from '@coffer/user-pool';
import type { SmsConfig } from '../config/pool.ts';
import type { MailConfig } from '../config/sign-in.ts';
import type { Log } from '../platform/log/log.ts';
import { type ChildError, startChild } from './child-process.ts';
import { declarePool, type PoolPurpose } from './pool-rules.ts';
import type { Secrets } from './secrets.ts';
import type { StartError } from './start-errors.ts';

/** The user pool as a child process. The application uses only its Cognito JSON protocol and OIDC over HTTP. */
export interface EmbeddedPool {
  readonly endpoint: string;
  readonly region: string;
  readonly issuer: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

const LISTEN_HOST = '127.0.0.1';
const OWN_HOSTS = [LISTEN_HOST, 'localhost'];

type PoolSecrets = Pick<
  Secrets,
  'poolEncryptionKey' | 'poolAdminKeyPair' | 'poolId' | 'poolClientId' | 'poolClientSecret'
>;

export interface PoolStart extends Omit<PoolPurpose, 'hasMail' | 'hasSms'> {
  /** Connection to the pool's database. */
  readonly connectionString: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly secrets: PoolSecrets;
  /** Without mail, messages wait in the pool's outbox. */
  readonly mail: MailConfig | undefined;
  readonly sms: SmsConfig | undefined;
  /** Origins whose pages may call the pool. */
  readonly corsOrigins: readonly string[];
  readonly log: Log;
  /** The pool failed repeatedly and is not restarted any more. */
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
  return ok({
    ...runningPool(secrets, child.value.port),
    stop: async () => await child.value.stop(),
  });
}

/** Access to a running pool, also one that another process started. */
export function runningPool(secrets: PoolSecrets, port: number): Omit<EmbeddedPool, 'stop'> {
  const endpoint = `http://${LISTEN_HOST}:${port}`;
  return {
    endpoint,
    region: secrets.poolId.slice(0, secrets.poolId.indexOf('_')),
    issuer: `${endpoint}/${secrets.poolId}`,
    poolId: secrets.poolId,
    clientId: secrets.poolClientId,
    clientSecret: secrets.poolClientSecret,
  };
}

function configurationOf(start: PoolStart, port: number) {
  const { connectionString, secrets, mail, sms, corsOrigins, ...purpose } = start;
  return {
    database: { connectionString, max: 10 },
    listen: { host: LISTEN_HOST, port },
    ...(purpose.pages === undefined ? {} : { hosted: { publicUrl: purpose.pages.url } }),
    corsOrigins: [...corsOrigins],
    // Protects against DNS rebinding.
    hosts: [...OWN_HOSTS, ...(purpose.pages === undefined ? [] : [new URL(purpose.pages.url).hostname])],
    encryptionKey: secrets.poolEncryptionKey,
    adminCredentials: [secrets.poolAdminKeyPair],
    // The server calls on behalf of all tabs of a person, and has its own rate limits.
    limits: { users: { requests: { count: 200, perSeconds: 10 } } },
    delivery: { ...mail, ...(sms === undefined ? {} : { sms: { ...sms } }) },
    pools: [declarePool(secrets, { ...purpose, hasMail: mail !== undefined, hasSms: sms !== undefined })],
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
