import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { type Configuration, configurationSchema } from './configuration.ts';
import { createLineLog, silentLog } from './log.ts';
import { startConfigured } from './start-configured.ts';

/** The port that other Cognito emulators use. */
const DEFAULT_PORT = 9229;
const keysSchema = z.object({
  encryptionKey: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

export interface ServeArguments {
  readonly folder: string;
  readonly database?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly pool?: string | undefined;
  readonly client?: string | undefined;
  /** Redirect URLs; without one the hosted pages are disabled. */
  readonly callback?: readonly string[] | undefined;
  /** A JSON configuration file. Arguments override its database, host and port; its pools replace those of arguments. */
  readonly config?: string | undefined;
  readonly verbose?: boolean | undefined;
}

export async function serve(args: ServeArguments): Promise<void> {
  const file = await readConfigured(args.config);
  if (!file.ok) return refuse(file.error);
  const isDatabaseNamed = args.database !== undefined || Reflect.has(file.value, 'database');
  if (!isDatabaseNamed) return refuse('Name a PostgreSQL database: --database postgres://localhost/postgres');
  if (args.port !== undefined && !isPort(args.port)) return refuse('--port is a number from 0 to 65535.');
  const configuration = configurationSchema.safeParse(await configurationOf(args, file.value));
  if (!configuration.success) return refuse(z.prettifyError(configuration.error));
  const log = args.verbose === true ? createLineLog((line) => process.stderr.write(line)) : silentLog;
  const started = await startConfigured(configuration.data, log);
  if (!started.ok) return refuse(`${started.error.message}${hintAt(started.error.code, args.folder)}`);
  process.stdout.write(welcome(configuration.data, started.value.port));
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await started.value.close();
}

async function readConfigured(path: string | undefined): Promise<Result<object, string>> {
  if (path === undefined) return ok({});
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? ok(parsed) : err(`${path} holds no JSON object.`);
  } catch (error) {
    if (error instanceof SyntaxError) return err(`${path} is no JSON.`);
    if (error instanceof Error && 'code' in error) return err(`${path} cannot be read.`);
    throw error;
  }
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function hintAt(code: string, folder: string): string {
  return code === 'encryption_key_mismatch'
    ? ` Its keys are in the folder that it was first served from, and those of ${folder} are others: name that folder, or another database.`
    : '';
}

async function configurationOf(args: ServeArguments, given: object): Promise<unknown> {
  const { encryptionKey, accessKeyId, secretAccessKey } = await keysOf(args.folder);
  const listen: unknown = Reflect.get(given, 'listen');
  return {
    encryptionKey,
    adminCredentials: [{ accessKeyId, secretAccessKey }],
    pools: [poolOf(args)],
    ...given,
    ...(args.database === undefined ? {} : { database: { connectionString: args.database } }),
    listen: {
      port: DEFAULT_PORT,
      ...(typeof listen === 'object' ? listen : {}),
      ...(args.host === undefined ? {} : { host: args.host }),
      ...(args.port === undefined ? {} : { port: Number(args.port) }),
    },
  };
}

function poolOf({ pool = 'us-east-1_Local0001', client = 'local', callback = [] }: ServeArguments): object {
  return {
    id: pool,
    name: 'local',
    isSelfSignUpAllowed: true,
    usernameAttributes: ['email'],
    autoVerifiedAttributes: ['email'],
    clients: [
      {
        id: client,
        name: client,
        explicitAuthFlows: [
          'ALLOW_USER_SRP_AUTH',
          'ALLOW_USER_PASSWORD_AUTH',
          'ALLOW_ADMIN_USER_PASSWORD_AUTH',
          'ALLOW_USER_AUTH',
          'ALLOW_REFRESH_TOKEN_AUTH',
        ],
        isOAuthAllowed: callback.length > 0,
        oauthFlows: ['code'],
        oauthScopes: ['openid', 'email', 'phone', 'profile', 'aws.cognito.signin.user.admin'],
        callbackUrls: callback,
        logoutUrls: callback,
      },
    ],
  };
}

/** Generates keys if there are none. The database is unreadable without its keys. */
async function keysOf(folder: string): Promise<z.infer<typeof keysSchema>> {
  const path = join(folder, 'keys.json');
  await mkdir(folder, { recursive: true });
  const generated = {
    encryptionKey: randomBytes(32).toString('base64'),
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  try {
    await writeFile(path, `${JSON.stringify(generated)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    return generated;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return keysSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  }
}

function welcome({ listen, region, pools, adminCredentials }: Configuration, port: number): string {
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  const [credential] = adminCredentials;
  return [
    `Cognito is at http://${host}:${port} (region ${region})`,
    ...pools.map(({ id, clients }) => `pool ${id}, clients ${clients.map((client) => client.id).join(', ')}`),
    `messages that were sent: http://${host}:${port}/outbox`,
    `AWS_ACCESS_KEY_ID=${credential?.accessKeyId ?? ''}`,
    `AWS_SECRET_ACCESS_KEY=${credential?.secretAccessKey ?? ''}`,
    '',
  ].join('\n');
}

function refuse(message: string): void {
  process.stdout.write(`${message}\n`);
  process.exitCode = 1;
}
