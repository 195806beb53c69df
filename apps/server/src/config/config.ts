import { resolve } from 'node:path';
import { LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { checkDatabaseFiles, checkTls, demandAll } from './checks.ts';
import { isSecureOrigin } from './origins.ts';
import { type EmbeddedPoolConfig, embeddedPoolOf, refuseBesideOther } from './pool.ts';
import { issuersOf, type MailConfig, mailOf, offeredBy, type Report } from './sign-in.ts';
import { type StoreConfig, storeOf } from './store.ts';
import {
  type IssuerConfig,
  isVariableName,
  MUST_BE,
  type SignInMethod,
  type SpaceCreators,
  type VariableName,
  Variables,
  type VariableValues,
} from './variables.ts';

/** All settings of an operator. Read once at the start; frozen. */
export interface Config {
  /** Absolute path. */
  readonly dataFolder: string;
  /** Public origin: scheme, host and port without a trailing slash. */
  readonly url: string;
  readonly listenHost: string;
  readonly listenPort: number;
  readonly database: DatabaseConfig;
  readonly store: StoreConfig;
  readonly pool: PoolConfig;
  /** Without a mail server everything stays in the bell. */
  readonly mail: MailConfig | undefined;
  /** Sign-in methods besides the password. */
  readonly signInMethods: readonly SignInMethod[];
  readonly issuers: readonly IssuerConfig[];
  /** True when file contents pass through this server because browsers cannot reach the store. */
  readonly isRelay: boolean;
  /** True when people may connect Coffer as a drive, below `/dav/`. */
  readonly hasWebDav: boolean;
  /** Price of a GiB per month, in any currency. */
  readonly storePrice: number | undefined;
  /** Origin of a service that makes PDF of office files. */
  readonly converter: string | undefined;
  /** Whether the texts of files are read, kept in the database and searched. */
  readonly searchesContents: boolean;
  readonly spaces: SpacesConfig;
  /** Start even on a store that checks no signatures. Only for tests of such a store. */
  readonly allowUnsignedStore: boolean;
  /** Base64 of 32 bytes. Undefined: the key in the data folder. */
  readonly masterKey: string | undefined;
  /** Addresses and CIDR networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Networks that are not public, and that webhooks may call all the same. */
  readonly webhookNetworks: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** `auto`: sentences on a terminal, JSON lines elsewhere. */
  readonly logFormat: 'auto' | 'json' | 'human';
  /** True when the public URL is https: cookies carry `Secure` and the `__Host-Http-` prefix. */
  readonly secureCookies: boolean;
}

export interface SpacesConfig {
  /** Who may create team spaces. */
  readonly creators: SpaceCreators;
  /** Of a new team space. */
  readonly quotaBytes: number;
}

export type DatabaseConfig =
  | {
      readonly kind: 'embedded';
      readonly pgBin: string | undefined;
      /** The account that PostgreSQL runs as when Coffer runs as root. */
      readonly pgUser: string | undefined;
    }
  | { readonly kind: 'url'; readonly connectionString: string };

export type PoolConfig =
  | EmbeddedPoolConfig
  | {
      readonly kind: 'cognito';
      readonly endpoint: string;
      readonly poolId: string;
      readonly clientId: string;
      readonly clientSecret: string | undefined;
      readonly issuer: string;
      /** URL of the signing keys. Undefined: below the issuer. */
      readonly jwksUrl: string | undefined;
      readonly region: string;
      readonly admin: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
    };

/** A problem with one variable. Never contains its value, which may be a secret. */
export interface ConfigIssue {
  readonly name: VariableName;
  /** The problem and its remedy, to be read after the name. */
  readonly message: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The only code of the application that reads `process.env`. */
export function readConfig(): Result<Config, readonly ConfigIssue[]> {
  return parseConfig(process.env);
}

/** Variables with our prefix that Coffer does not know: most likely typing errors. */
export function unknownVariables(environment: Environment = process.env): readonly string[] {
  return Object.keys(environment).filter(
    (name) => name.startsWith('COFFER_') && !name.startsWith('COFFER_TEST_') && !isVariableName(name),
  );
}

/** Node.js itself reads this variable, so child processes need it too. It names a file and is no secret. */
export function trustedCertificates(environment: Environment = process.env): Environment {
  const path = environment['NODE_EXTRA_CA_CERTS'];
  return path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path };
}

/** Reports all problems at once. */
export function parseConfig(environment: Environment): Result<Config, readonly ConfigIssue[]> {
  const issues: ConfigIssue[] = [];
  const report: Report = (name, message) => issues.push({ name, message });
  // An empty variable counts as unset: `docker compose` cannot express the difference.
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => isVariableName(name) && value !== undefined && value !== '',
    ),
  );
  const values = wellFormed(given, report);
  const isGiven = (name: VariableName): boolean => Object.hasOwn(given, name);

  const listenPort = values.COFFER_PORT ?? 8420;
  const url = values.COFFER_URL ?? `http://localhost:${listenPort}`;
  checkTls('COFFER_URL', url, report);
  if (values.DATABASE_URL !== undefined) checkDatabaseFiles(values.DATABASE_URL, report);
  const mail = mailOf(values, report);
  const config: Config = {
    dataFolder: resolve(values.COFFER_DATA ?? 'data'),
    url,
    listenHost: values.COFFER_HOST ?? '127.0.0.1',
    listenPort,
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'embedded', pgBin: values.COFFER_PG_BIN, pgUser: values.COFFER_PG_USER }
        : { kind: 'url', connectionString: values.DATABASE_URL },
    store: storeOf(values, isGiven, { url, report }),
    pool: poolOf(values, isGiven, { url, mail, report }),
    mail,
    signInMethods: [],
    issuers: issuersOf(values, report),
    isRelay: values.COFFER_RELAY === 'on',
    hasWebDav: values.COFFER_WEBDAV !== 'off',
    storePrice: values.COFFER_STORE_PRICE,
    converter: values.COFFER_CONVERTER,
    searchesContents: values.COFFER_SEARCH_CONTENTS !== 'off',
    spaces: {
      creators: values.COFFER_SPACE_CREATORS ?? 'everyone',
      quotaBytes: values.COFFER_SPACE_QUOTA ?? LIMITS.quotaSpaceBytes,
    },
    allowUnsignedStore: values.COFFER_ALLOW_UNSIGNED_STORE !== undefined,
    masterKey: values.COFFER_MASTER_KEY,
    trustedProxies: values.COFFER_TRUSTED_PROXIES ?? [],
    webhookNetworks: values.COFFER_WEBHOOK_NETWORKS ?? [],
    logLevel: values.COFFER_LOG_LEVEL ?? 'info',
    logFormat: values.COFFER_LOG ?? 'auto',
    secureCookies: url.startsWith('https:'),
  };
  checkPorts(config, report);
  const signInMethods = values.COFFER_SIGN_IN ?? offeredBy(config);
  return issues.length > 0 ? err(issues) : ok(deepFreeze({ ...config, signInMethods }));
}

/** Reports malformed values and omits them, so that the rest is still checked. */
function wellFormed(given: Environment, report: Report): VariableValues {
  const parsed = Variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  for (const name of wrong) if (isVariableName(name)) report(name, MUST_BE[name]);
  return Variables.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
}

function poolOf(
  values: VariableValues,
  isGiven: (name: VariableName) => boolean,
  {
    url,
    mail,
    report,
  }: { readonly url: string; readonly mail: MailConfig | undefined; readonly report: Report },
): PoolConfig {
  if (!POOL_GROUP.some(isGiven)) return embeddedPoolOf(values, isGiven, { url, mail, report });
  refuseBesideOther(isGiven, report);
  demandAll(POOL_NEEDED, isGiven, { what: 'a user pool of your own', group: POOL_GROUP, report });
  const poolId = values.COFFER_POOL_ID ?? '';
  const region = values.COFFER_POOL_REGION ?? poolId.slice(0, poolId.lastIndexOf('_'));
  const endpoint = values.COFFER_POOL_ENDPOINT ?? `https://cognito-idp.${region}.amazonaws.com`;
  if (!isSecureOrigin(endpoint))
    report('COFFER_POOL_ENDPOINT', 'must be https: passwords that are being set and tokens travel there');
  if (values.COFFER_POOL_JWKS_URL !== undefined && !isSecureOrigin(values.COFFER_POOL_JWKS_URL))
    report(
      'COFFER_POOL_JWKS_URL',
      'must be https: whoever changes the keys on the way can sign in as anybody',
    );
  const keys = ['COFFER_POOL_ACCESS_KEY_ID', 'COFFER_POOL_SECRET_ACCESS_KEY'] as const;
  if (keys.some(isGiven)) demandAll(keys, isGiven, { what: 'a key for the pool', group: keys, report });
  const accessKeyId = values.COFFER_POOL_ACCESS_KEY_ID;
  const secretAccessKey = values.COFFER_POOL_SECRET_ACCESS_KEY;
  return {
    kind: 'cognito',
    endpoint,
    poolId,
    clientId: values.COFFER_POOL_CLIENT_ID ?? '',
    clientSecret: values.COFFER_POOL_CLIENT_SECRET,
    issuer: values.COFFER_POOL_ISSUER ?? `${endpoint}/${poolId}`,
    jwksUrl: values.COFFER_POOL_JWKS_URL,
    region,
    admin:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  };
}

const POOL_NEEDED = ['COFFER_POOL_ID', 'COFFER_POOL_CLIENT_ID'] as const;
const POOL_GROUP = [
  ...POOL_NEEDED,
  'COFFER_POOL_ENDPOINT',
  'COFFER_POOL_CLIENT_SECRET',
  'COFFER_POOL_ISSUER',
  'COFFER_POOL_JWKS_URL',
  'COFFER_POOL_REGION',
  'COFFER_POOL_ACCESS_KEY_ID',
  'COFFER_POOL_SECRET_ACCESS_KEY',
] as const;

function checkPorts(config: Config, report: Report): void {
  const taken = new Map<number, VariableName>([[config.listenPort, 'COFFER_PORT']]);
  const ports: readonly (readonly [VariableName, number | undefined])[] = [
    ['COFFER_STORE_PORT', config.store.kind === 'embedded' ? config.store.port : undefined],
    ['COFFER_POOL_PORT', config.pool.kind === 'embedded' ? config.pool.port : undefined],
  ];
  for (const [name, port] of ports) {
    if (port === undefined) continue;
    const other = taken.get(port);
    if (other !== undefined) report(name, `is the same port as ${other}; each needs its own`);
    taken.set(port, name);
  }
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
