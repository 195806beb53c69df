import { expect, test } from 'vitest';
import { type Config, parseConfig, unknownVariables } from './config.ts';

function parsed(environment: Record<string, string>): Config {
  const result = parseConfig(environment);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function issues(environment: Record<string, string>): Record<string, string> {
  const result = parseConfig(environment);
  return result.ok ? {} : Object.fromEntries(result.error.map(({ name, message }) => [name, message]));
}

const S3 = {
  COFFER_S3_ENDPOINT: 'https://s3.eu-west-1.amazonaws.com',
  COFFER_S3_BUCKET: 'files-of-us',
  COFFER_S3_ACCESS_KEY_ID: 'AKIA0',
  COFFER_S3_SECRET_ACCESS_KEY: 'hidden-value',
};

test('without variables everything is embedded, on loopback, and deeply frozen', () => {
  const config = parsed({});
  expect(config).toMatchObject({
    url: 'http://localhost:8420',
    listenHost: '127.0.0.1',
    listenPort: 8420,
    database: { kind: 'embedded' },
    store: { kind: 'embedded', port: 8421, publicUrl: 'http://127.0.0.1:8421' },
    pool: { kind: 'embedded', port: 8422 },
    secureCookies: false,
  });
  expect(config.dataFolder.startsWith('/')).toBe(true);
  expect(
    Object.isFrozen(config) && Object.isFrozen(config.store) && Object.isFrozen(config.trustedProxies),
  ).toBe(true);
});

test('the store has another host name than the application, whichever loopback name that uses', () => {
  expect(parsed({ COFFER_URL: 'http://127.0.0.1:8420' }).store).toMatchObject({
    publicUrl: 'http://localhost:8421',
  });
});

test('all issues are reported at once, each with its name, and none with its value', () => {
  const found = issues({
    ...S3,
    COFFER_PORT: '70000',
    COFFER_LOG_LEVEL: 'loud',
    COFFER_MASTER_KEY: 'c2hvcnQ=',
    COFFER_POOL_ID: 'eu-west-1_abc',
    COFFER_S3_BUCKET: 'Not A Bucket',
    COFFER_TRUSTED_PROXIES: '10.0.0.0/33',
  });
  expect(Object.keys(found).toSorted()).toEqual([
    'COFFER_LOG_LEVEL',
    'COFFER_MASTER_KEY',
    'COFFER_POOL_CLIENT_ID',
    'COFFER_PORT',
    'COFFER_S3_BUCKET',
    'COFFER_TRUSTED_PROXIES',
  ]);
  expect(JSON.stringify(found)).not.toMatch(/hidden-value|c2hvcnQ|70000|loud/);
});

test.each([
  'http://files.example.org',
  'http://192.168.1.5:8420',
  'http://127.0.0.1.example.org',
  'http://localhost.evil.org',
])('plain http on %s is refused, with the way to get TLS', (url) => {
  expect(issues({ COFFER_URL: url })['COFFER_URL']).toMatch(/reverse proxy/);
});

test.each([
  'http://localhost:9000',
  'http://127.0.0.1',
  'http://[::1]:8420',
  'http://127.8.8.8',
  'http://a.localhost:8420',
])('plain http on %s is allowed', (url) => {
  expect(parsed({ COFFER_URL: url })).toMatchObject({ url, secureCookies: false });
});

test.each(['https://a.org/path', 'https://user:secret@a.org', 'ftp://a.org', 'a.org', 'https://a.org?x=1'])(
  '%s is not an origin',
  (url) => {
    expect(issues({ COFFER_URL: url })['COFFER_URL']).toMatch(/must be an origin/);
  },
);

test('behind TLS the embedded store needs an https address with a host name of its own', () => {
  const url = { COFFER_URL: 'https://files.example.org' };
  expect(issues(url)['COFFER_STORE_URL']).toMatch(/is missing.* 127\.0\.0\.1:8421 /);
  expect(issues({ ...url, COFFER_STORE_PORT: '9421' })['COFFER_STORE_URL']).toContain(' 127.0.0.1:9421 ');
  expect(issues({ ...url, COFFER_STORE_URL: 'https://files.example.org:8443' })['COFFER_STORE_URL']).toMatch(
    /another host name/,
  );
  expect(issues({ ...url, COFFER_STORE_URL: 'http://bytes.example.org' })['COFFER_STORE_URL']).toBeDefined();
  expect(parsed({ ...url, COFFER_STORE_URL: 'https://bytes.example.org/' })).toMatchObject({
    secureCookies: true,
    store: { publicUrl: 'https://bytes.example.org' },
  });
});

test.each(Object.keys(S3))('an external store without %s is rejected by that name', (name) => {
  const { [name]: _, ...rest } = { ...S3 } as Record<string, string>;
  expect(Object.keys(issues(rest))).toEqual([name]);
});

test('a complete external store is accepted, and its public endpoint must be https', () => {
  expect(parsed(S3).store).toMatchObject({
    kind: 's3',
    publicEndpoint: S3.COFFER_S3_ENDPOINT,
    prefix: 'coffer',
    forcePathStyle: true,
  });
  const inside = { ...S3, COFFER_S3_ENDPOINT: 'http://minio:9000' };
  expect(issues(inside)['COFFER_S3_ENDPOINT']).toMatch(/COFFER_S3_PUBLIC_ENDPOINT/);
  expect(parsed({ ...inside, COFFER_S3_PUBLIC_ENDPOINT: 'https://s3.example.org' }).store).toMatchObject({
    endpoint: 'http://minio:9000',
    publicEndpoint: 'https://s3.example.org',
  });
  expect(
    issues({ ...S3, COFFER_URL: 'https://a.org', COFFER_S3_ENDPOINT: 'http://localhost:9000' })[
      'COFFER_S3_ENDPOINT'
    ],
  ).toMatch(/mix/);
});

test('an external store under our own host name is rejected: it would receive our cookies', () => {
  const beside = { ...S3, COFFER_URL: 'https://a.org', COFFER_S3_ENDPOINT: 'https://a.org:9000' };
  expect(issues(beside)['COFFER_S3_ENDPOINT']).toMatch(/another host name/);
  const inside = { ...beside, COFFER_S3_ENDPOINT: 'http://minio:9000' };
  expect(
    issues({ ...inside, COFFER_S3_PUBLIC_ENDPOINT: 'https://a.org:9000' })['COFFER_S3_PUBLIC_ENDPOINT'],
  ).toMatch(/another host name/);
  expect(parsed({ ...beside, COFFER_S3_PATH_STYLE: 'false' }).store).toMatchObject({ forcePathStyle: false });
});

test('with the relay no public store address is needed, and none may be set', () => {
  const outside = { COFFER_URL: 'https://files.example.org' };
  expect(Object.keys(issues(outside))).toEqual(['COFFER_STORE_URL']);
  expect(parsed({ ...outside, COFFER_RELAY: 'on' })).toMatchObject({ isRelay: true });
  const named = { ...outside, COFFER_STORE_URL: 'https://bytes.example.org' };
  expect(parsed(named).isRelay).toBe(false);
  expect(issues({ ...named, COFFER_RELAY: 'on' })['COFFER_STORE_URL']).toMatch(/COFFER_RELAY/);
  const inside = { ...outside, ...S3, COFFER_S3_ENDPOINT: 'http://minio:9000' };
  expect(parsed({ ...inside, COFFER_RELAY: 'on' }).store).toMatchObject({ endpoint: 'http://minio:9000' });
  const both = { ...inside, COFFER_S3_PUBLIC_ENDPOINT: 'https://s3.example.org', COFFER_RELAY: 'on' };
  expect(Object.keys(issues(both))).toEqual(['COFFER_S3_PUBLIC_ENDPOINT']);
  expect(Object.keys(issues({ COFFER_RELAY: 'yes' }))).toEqual(['COFFER_RELAY']);
});

test('the account of the embedded PostgreSQL can be configured', () => {
  expect(parsed({ COFFER_PG_USER: 'postgres' }).database).toMatchObject({ pgUser: 'postgres' });
  expect(Object.keys(issues({ COFFER_PG_USER: '-u root' }))).toEqual(['COFFER_PG_USER']);
});

test("an external pool gets Amazon's defaults, and an incomplete key is reported", () => {
  const pool = { COFFER_POOL_ID: 'eu-west-1_a1b2', COFFER_POOL_CLIENT_ID: 'client1' };
  expect(parsed(pool).pool).toEqual({
    kind: 'cognito',
    endpoint: 'https://cognito-idp.eu-west-1.amazonaws.com',
    poolId: 'eu-west-1_a1b2',
    clientId: 'client1',
    clientSecret: undefined,
    issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a1b2',
    region: 'eu-west-1',
    admin: undefined,
  });
  const jwksUrl = 'https://keys.internal.example/jwks.json';
  expect(parsed({ ...pool, COFFER_POOL_JWKS_URL: jwksUrl }).pool).toMatchObject({ jwksUrl });
  const plain = { ...pool, COFFER_POOL_JWKS_URL: 'http://keys.example.org/jwks.json' };
  expect(issues(plain)['COFFER_POOL_JWKS_URL']).toContain('https');
  expect(Object.keys(issues({ ...pool, COFFER_POOL_ACCESS_KEY_ID: 'x' }))).toEqual([
    'COFFER_POOL_SECRET_ACCESS_KEY',
  ]);
  expect(
    issues({ ...pool, COFFER_POOL_ENDPOINT: 'http://pool.example.org' })['COFFER_POOL_ENDPOINT'],
  ).toMatch(/https/);
});

test('two services on one port are rejected', () => {
  expect(Object.keys(issues({ COFFER_STORE_PORT: '8420' }))).toEqual(['COFFER_STORE_PORT']);
  expect(Object.keys(issues({ COFFER_POOL_PORT: '8421' }))).toEqual(['COFFER_POOL_PORT']);
});

test('an empty variable counts as unset', () => {
  expect(parsed({ COFFER_S3_BUCKET: '', COFFER_PORT: '' }).listenPort).toBe(8420);
});

test('a misspelled variable is reported', () => {
  expect(unknownVariables({ COFFER_PROT: '1', COFFER_PORT: '1', HOME: '/', COFFER_TEST_X: '1' })).toEqual([
    'COFFER_PROT',
  ]);
});

test('the embedded pool offers passkeys under a host name, and password reset with mail', () => {
  expect(parsed({}).signInMethods).toEqual(['passkey']);
  expect(parsed({ COFFER_URL: 'http://127.0.0.1:8420' }).signInMethods).toEqual([]);
  const mail = {
    COFFER_SMTP: 'smtp://us%40er:p%20w@mail.example.org',
    COFFER_MAIL_FROM: 'Coffer <files@example.org>',
  };
  const config = parsed(mail);
  expect(config.signInMethods).toEqual(['passkey', 'reset']);
  expect(config.pool).toMatchObject({
    mail: {
      smtp: { host: 'mail.example.org', port: 587, security: 'starttls', user: 'us@er', password: 'p w' },
      from: { address: 'files@example.org', name: 'Coffer' },
    },
  });
  expect(parsed({ ...mail, COFFER_SMTP: 'smtps://mail.example.org' }).pool).toMatchObject({
    mail: { smtp: { port: 465, security: 'tls' } },
  });
  expect(parsed({ ...mail, COFFER_SIGN_IN: 'sign-up, choice' }).signInMethods).toEqual(['sign-up', 'choice']);
});

test('incomplete mail settings and unknown methods are reported, and mail works with any pool', () => {
  expect(Object.keys(issues({ COFFER_SMTP: 'smtp://localhost' }))).toEqual(['COFFER_MAIL_FROM']);
  expect(Object.keys(issues({ COFFER_MAIL_FROM: 'a@example.org' }))).toEqual(['COFFER_SMTP']);
  expect(
    Object.keys(issues({ COFFER_SMTP: 'smtp://user:100%@mail.example.org', COFFER_MAIL_FROM: 'a@b.org' })),
  ).toEqual(['COFFER_SMTP']);
  expect(
    Object.keys(issues({ COFFER_SMTP: 'https://mail.example.org', COFFER_MAIL_FROM: 'nobody' })),
  ).toEqual(expect.arrayContaining(['COFFER_SMTP', 'COFFER_MAIL_FROM']));
  expect(Object.keys(issues({ COFFER_SIGN_IN: 'telepathy' }))).toEqual(['COFFER_SIGN_IN']);
  const other = { COFFER_POOL_ID: 'eu-west-1_abc', COFFER_POOL_CLIENT_ID: 'abc' };
  const mail = { COFFER_SMTP: 'smtp://localhost', COFFER_MAIL_FROM: 'a@example.org' };
  expect(parsed({ ...other, ...mail }).mail).toMatchObject({ from: { address: 'a@example.org' } });
});

const read = (issuers: unknown): Record<string, string> => ({ COFFER_OIDC: JSON.stringify(issuers) });

test('issuers are read with defaults; incomplete ones, plain http and duplicate names are reported', () => {
  const corp = { id: 'corp', name: 'Corp', issuer: 'https://login.example.org', clientId: 'c' };
  expect(parsed(read([corp])).issuers).toEqual([
    {
      ...corp,
      scopes: ['openid', 'email', 'profile'],
      logout: 'rp-initiated',
      allowedDomains: [],
      linksVerifiedEmail: false,
      admitsNewPeople: true,
    },
  ]);
  for (const wrong of [
    [{ ...corp, id: 'Corp' }],
    [{ ...corp, clientId: undefined }],
    [{ ...corp, secret: 'x' }],
    {},
  ]) {
    expect(issues(read(wrong))).toHaveProperty('COFFER_OIDC');
  }
  expect(issues({ COFFER_OIDC: 'no json' })).toHaveProperty('COFFER_OIDC');
  expect(issues(read([{ ...corp, issuer: 'http://login.example.org' }]))).toHaveProperty('COFFER_OIDC');
  expect(issues(read([corp, corp]))).toHaveProperty('COFFER_OIDC');
});

test('everyone creates spaces of 100 GB by default', () => {
  expect(parsed({}).spaces).toEqual({ creators: 'everyone', quotaBytes: 100e9 });
  const own = { COFFER_SPACE_CREATORS: 'administrators', COFFER_SPACE_QUOTA: '2TiB' };
  expect(parsed(own).spaces).toEqual({ creators: 'administrators', quotaBytes: 2 * 1024 ** 4 });
  expect(parsed({ COFFER_SPACE_QUOTA: '250 GB' }).spaces.quotaBytes).toBe(250e9);
  const wrong = ['0 GiB', '5', '5 gb', '-1 GiB', '1.5 GiB', '1234567 MiB'];
  expect(wrong.filter((size) => !('COFFER_SPACE_QUOTA' in issues({ COFFER_SPACE_QUOTA: size })))).toEqual([]);
  expect(Object.keys(issues({ COFFER_SPACE_CREATORS: 'nobody' }))).toEqual(['COFFER_SPACE_CREATORS']);
});

test('files of certificates in DATABASE_URL must be readable', () => {
  const url = 'postgresql://u:hunter2@h/d?sslmode=verify-full&sslrootcert=';
  expect(parseConfig({ DATABASE_URL: url + import.meta.filename }).ok).toBe(true);
  expect(parseConfig({ DATABASE_URL: `${url}/missing/ca.pem` })).toEqual({
    ok: false,
    error: [
      {
        name: 'DATABASE_URL',
        message: 'names a file in sslrootcert that cannot be read (ENOENT). Check its path and rights',
      },
    ],
  });
});
