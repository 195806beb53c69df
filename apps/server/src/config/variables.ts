import { isIP } from 'node:net';
import { GIB, MIB, TIB } from '@coffer/kit';
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(65_535));
const nonEmptyText = z.string().min(1).max(2_000);
const region = z.string().regex(/^[a-z0-9-]{1,50}$/);
const origin = nonEmptyText
  .refine((text) => originOf(text) !== undefined)
  .transform((text) => originOf(text) ?? text);

const origins = z
  .string()
  .max(10_000)
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(origin).max(100));

const networks = z
  .string()
  .max(10_000)
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine((items) => items.every(isNetwork));

const SECOND_FACTOR_RULES = ['off', 'optional', 'required'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const SMS_SECRET = /^whsec_([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Sign-in methods besides the password. */
const SIGN_IN_METHODS = ['passkey', 'choice', 'custom', 'sign-up', 'reset'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** `smtp://user:password@host:587` requires STARTTLS, `smtps://` starts with TLS. Plain SMTP is for loopback only. */
const SmtpVariable = z
  .string()
  .max(2_000)
  .transform((text, context) => {
    const url = urlOf(text);
    const isTls = url?.protocol === 'smtps:';
    const user = decoded(url?.username ?? '');
    const password = decoded(url?.password ?? '');
    const isWhole = url !== undefined && url.hostname !== '' && user !== undefined && password !== undefined;
    if (!isWhole || (!isTls && url.protocol !== 'smtp:')) {
      context.addIssue('not an SMTP address');
      return z.NEVER;
    }
    const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
    const security = isTls ? ('tls' as const) : isHere ? ('none' as const) : ('starttls' as const);
    return {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
      security,
      ...(user === '' ? {} : { user, password }),
    };
  });
export type SmtpAddress = z.output<typeof SmtpVariable>;

/** Undefined if a `%` begins no escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `files@example.org`, or `Coffer <files@example.org>`. */
const SenderVariable = z
  .string()
  .max(400)
  .regex(/^(?:[^<>\p{Cc}]{0,100}<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u)
  .transform((text) => {
    const [, name = '', address = text] = /^(.*?)<(.+)>$/u.exec(text) ?? [];
    return { address, ...(name.trim() === '' ? {} : { name: name.trim() }) };
  });
export type MailSender = z.output<typeof SenderVariable>;

const IssuerVariable = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
  name: z.string().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }).max(1_000),
  clientId: z.string().min(1).max(255),
  clientSecret: z.string().min(1).max(2_000).optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .max(20)
    .default(['openid', 'email', 'profile']),
  logout: z.enum(['rp-initiated', 'cognito', 'none']).default('rp-initiated'),
  groupsClaim: z.string().min(1).max(100).optional(),
  allowedDomains: z.array(z.string().toLowerCase().min(1).max(253)).max(100).default([]),
  linksVerifiedEmail: z.boolean().default(false),
  admitsNewPeople: z.boolean().default(true),
});
export type IssuerConfig = Readonly<z.output<typeof IssuerVariable>>;

/** Who may create team spaces. */
const SPACE_CREATORS = ['everyone', 'administrators'] as const;
export type SpaceCreators = (typeof SPACE_CREATORS)[number];

const BYTES_OF_UNIT = new Map([
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
  ['MiB', MIB],
  ['GiB', GIB],
  ['TiB', TIB],
]);

/** `500 GB` or `500 GiB`, in bytes. */
const SizeVariable = z
  .string()
  .regex(/^[1-9]\d{0,5} ?[MGT]i?B$/)
  .transform((text) => {
    const unit = text.replace(/^\d+ ?/, '');
    return Number.parseInt(text, 10) * (BYTES_OF_UNIT.get(unit) ?? 1);
  });

/** Spelled out, so that an operator cannot set it without reading it. */
const UNSIGNED_STORE = 'anyone-can-read-and-change-files';

export const Variables = z.object({
  COFFER_DATA: nonEmptyText.optional(),
  COFFER_URL: origin.optional(),
  COFFER_HOST: z
    .string()
    .refine((host) => host === 'localhost' || isIP(host) !== 0)
    .optional(),
  COFFER_PORT: port.optional(),
  COFFER_STORE_PORT: port.optional(),
  COFFER_STORE_URL: origin.optional(),
  COFFER_RELAY: z.enum(['on', 'off']).optional(),
  COFFER_WEBDAV: z.enum(['on', 'off']).optional(),
  COFFER_STORE_PRICE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})?$/)
    .transform(Number)
    .optional(),
  COFFER_CONVERTER: origin.optional(),
  COFFER_SEARCH_CONTENTS: z.enum(['on', 'off']).optional(),
  COFFER_SPACE_CREATORS: z.enum(SPACE_CREATORS).optional(),
  COFFER_SPACE_QUOTA: SizeVariable.optional(),
  COFFER_POOL_PORT: port.optional(),
  COFFER_PG_BIN: nonEmptyText.optional(),
  COFFER_PG_USER: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}$/)
    .optional(),
  COFFER_MASTER_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32)
    .optional(),
  COFFER_TRUSTED_PROXIES: networks.optional(),
  COFFER_WEBHOOK_NETWORKS: networks.optional(),
  COFFER_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).optional(),
  COFFER_LOG: z.enum(['auto', 'json', 'human']).optional(),
  DATABASE_URL: z
    .string()
    .refine((text) => ['postgres:', 'postgresql:'].includes(urlOf(text)?.protocol ?? ''))
    .optional(),
  COFFER_S3_ENDPOINT: origin.optional(),
  COFFER_S3_PUBLIC_ENDPOINT: origin.optional(),
  COFFER_S3_REGION: region.optional(),
  COFFER_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  COFFER_S3_PREFIX: z
    .string()
    .max(200)
    .regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/)
    .optional(),
  COFFER_S3_ACCESS_KEY_ID: nonEmptyText.optional(),
  COFFER_S3_SECRET_ACCESS_KEY: nonEmptyText.optional(),
  COFFER_S3_PATH_STYLE: z.enum(['true', 'false']).optional(),
  COFFER_ALLOW_UNSIGNED_STORE: z.literal(UNSIGNED_STORE).optional(),
  COFFER_POOL_URL: origin.optional(),
  COFFER_POOL_ORIGINS: origins.optional(),
  COFFER_SECOND_FACTOR: z.enum(SECOND_FACTOR_RULES).optional(),
  COFFER_SMS_URL: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  COFFER_SMS_SECRET: z.string().regex(SMS_SECRET).optional(),
  COFFER_SIGN_UP_DOMAINS: z
    .string()
    .max(10_000)
    .toLowerCase()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(z.string().regex(DOMAIN)).max(100))
    .optional(),
  COFFER_POOL_ENDPOINT: origin.optional(),
  COFFER_POOL_ID: z
    .string()
    .max(55)
    .regex(/^[\w-]+_[0-9A-Za-z]+$/)
    .optional(),
  COFFER_POOL_CLIENT_ID: z
    .string()
    .regex(/^[\w+]{1,128}$/)
    .optional(),
  COFFER_POOL_CLIENT_SECRET: nonEmptyText.optional(),
  COFFER_POOL_ISSUER: nonEmptyText.refine((text) => /^https?:$/.test(urlOf(text)?.protocol ?? '')).optional(),
  COFFER_POOL_JWKS_URL: nonEmptyText
    .refine((text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''))
    .optional(),
  COFFER_POOL_REGION: region.optional(),
  COFFER_POOL_ACCESS_KEY_ID: nonEmptyText.optional(),
  COFFER_POOL_SECRET_ACCESS_KEY: nonEmptyText.optional(),
  COFFER_SMTP: SmtpVariable.optional(),
  COFFER_MAIL_FROM: SenderVariable.optional(),
  COFFER_SIGN_IN: z
    .string()
    .max(200)
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(z.enum(SIGN_IN_METHODS)))
    .optional(),
  COFFER_OIDC: z.string().max(100_000).transform(jsonOf).pipe(z.array(IssuerVariable).max(20)).optional(),
});

export type VariableName = keyof typeof Variables.shape;
export type VariableValues = z.output<typeof Variables>;

export function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(Variables.shape, name);
}

const AN_ORIGIN = 'scheme, host and port, without a path';
const A_PORT = 'must be a port from 1 to 65535';
const A_REGION = 'must be the name of a region, such as eu-west-1';
const SOME_NETWORKS = 'must be IP addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8';
const A_KEY_ID = 'must be the id of an access key';
const A_KEY_SECRET = 'must be the secret of the access key';

/** Completes the sentence "COFFER_X ..." for a malformed value. */
export const MUST_BE: Readonly<Record<VariableName, string>> = {
  COFFER_DATA: 'must be the path of a folder',
  COFFER_URL: `must be an origin such as https://files.example.org (${AN_ORIGIN})`,
  COFFER_HOST: 'must be localhost or an IP address to listen on, such as 127.0.0.1, or 0.0.0.0 for all',
  COFFER_PORT: A_PORT,
  COFFER_STORE_PORT: A_PORT,
  COFFER_STORE_URL: `must be an origin such as https://bytes.example.org (${AN_ORIGIN})`,
  COFFER_RELAY: 'must be on or off',
  COFFER_WEBDAV: 'must be on or off',
  COFFER_STORE_PRICE: 'must be what a GiB costs in a month, as a number such as 0.023',
  COFFER_CONVERTER: `must be the origin of a converter, such as http://gotenberg:3000 (${AN_ORIGIN})`,
  COFFER_SEARCH_CONTENTS: 'must be on or off',
  COFFER_SPACE_CREATORS: 'must be everyone or administrators',
  COFFER_SPACE_QUOTA: 'must be a size such as 100 GB (MB, GB, TB, MiB, GiB or TiB)',
  COFFER_POOL_PORT: A_PORT,
  COFFER_PG_BIN: 'must be the path of the folder with the programs postgres and initdb',
  COFFER_PG_USER: 'must be the name of an account of this machine, such as postgres',
  COFFER_MASTER_KEY: 'must be 32 random bytes as base64; make one with `openssl rand -base64 32`',
  COFFER_TRUSTED_PROXIES: SOME_NETWORKS,
  COFFER_WEBHOOK_NETWORKS: SOME_NETWORKS,
  COFFER_LOG_LEVEL: 'must be debug, info, warn or error',
  COFFER_LOG: 'must be auto, json or human',
  DATABASE_URL: 'must look like postgresql://user:password@host:5432/database',
  COFFER_S3_ENDPOINT: `must be an origin such as https://s3.eu-west-1.amazonaws.com (${AN_ORIGIN})`,
  COFFER_S3_PUBLIC_ENDPOINT: `must be the origin under which browsers reach the store, such as https://s3.example.org (${AN_ORIGIN})`,
  COFFER_S3_REGION: A_REGION,
  COFFER_S3_BUCKET: 'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
  COFFER_S3_PREFIX:
    'must consist of lower-case letters, digits and hyphens, with single slashes between, such as coffer',
  COFFER_S3_ACCESS_KEY_ID: A_KEY_ID,
  COFFER_S3_SECRET_ACCESS_KEY: A_KEY_SECRET,
  COFFER_S3_PATH_STYLE: 'must be true (https://host/bucket) or false (https://bucket.host)',
  COFFER_ALLOW_UNSIGNED_STORE: `must be ${UNSIGNED_STORE}, or left out`,
  COFFER_POOL_ENDPOINT: `must be an origin such as https://cognito-idp.eu-west-1.amazonaws.com (${AN_ORIGIN})`,
  COFFER_POOL_ID: 'must be the id of a user pool, such as eu-west-1_a1b2C3d4E',
  COFFER_POOL_CLIENT_ID: 'must be the id of an app client of the pool',
  COFFER_POOL_CLIENT_SECRET: 'must be the secret of the app client',
  COFFER_POOL_ISSUER: 'must be the address that the pool puts into `iss` of its tokens',
  COFFER_POOL_JWKS_URL: 'must be the address of the signing keys of the pool (a JWK Set)',
  COFFER_POOL_REGION: A_REGION,
  COFFER_POOL_ACCESS_KEY_ID: A_KEY_ID,
  COFFER_POOL_SECRET_ACCESS_KEY: A_KEY_SECRET,
  COFFER_POOL_URL: `must be an origin such as https://login.example.org (${AN_ORIGIN})`,
  COFFER_POOL_ORIGINS: `must be a list of origins, separated by commas (${AN_ORIGIN})`,
  COFFER_SECOND_FACTOR: 'must be off, optional or required',
  COFFER_SMS_URL: 'must be an address such as https://sms.example.org/send',
  COFFER_SMS_SECRET:
    'must be whsec_ and 24 to 64 random bytes as base64: echo "whsec_$(openssl rand -base64 32)" makes one',
  COFFER_SIGN_UP_DOMAINS: 'must be a list of domains such as example.org, separated by commas',
  COFFER_SMTP:
    'must be the address of a mail server, such as smtp://user:password@mail.example.org:587, or smtps:// for TLS from the first byte',
  COFFER_MAIL_FROM: 'must be an e-mail address, such as files@example.org or Coffer <files@example.org>',
  COFFER_SIGN_IN: `must be a list of these, separated by commas: ${SIGN_IN_METHODS.join(', ')}`,
  COFFER_OIDC:
    'must be a JSON list of issuers such as [{"id":"corp","name":"Corp","issuer":"https://login.example.org","clientId":"...","clientSecret":"..."}]; docs/operations.md lists every field',
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function originOf(text: string): string | undefined {
  const url = urlOf(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return undefined;
  }
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}
