// Searches all traffic, browser storage and server output of a sign-in for secrets. A proxy records the pool's
// responses, so the exact tokens are known. apps/server's no-secrets.test.ts covers the database.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { type Exchange, recordBrowser } from './browser-record.ts';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR } from './first-start.ts';
import { readInstallationSecrets, recordPool } from './sign-in/recorded-pool.ts';
import { leaksIn, tokensIn } from './secret-search.ts';
import { enterPassword, expectFiles, signOutInBrowser, welcomeInBrowser } from './sign-in/sign-in-steps.ts';

// Every character changes in some encoding.
const ACCOUNT = { ...ADMINISTRATOR, password: 'thirteen/blackbirds & "pie"+ünd' };

test('requirement 1: nothing that the browser exchanges or the server prints holds the password or a token', async ({
  context,
  page,
}) => {
  await using poolData = await createDataFolder('secrets-pool');
  await using data = await createDataFolder('secrets');
  await using host = await startCoffer({
    dataFolder: poolData.path,
    environment: debug(poolData.environment),
  });
  const installation = await readInstallationSecrets(poolData.path);
  await using pool = await recordPool(host, installation);
  const environment = debug({ ...data.environment, ...pool.environment });
  await using coffer = await startCoffer({ dataFolder: data.path, environment, isFirstStart: true });
  const record = await recordBrowser(page);
  const seed = await signInTwice(page, coffer);
  const kept = JSON.stringify([await context.storageState({ indexedDB: true }), await page.content()]);
  const exchanges = await record.exchanges();
  const tokens = pool.tokens();

  proveThatTheRecordIsWhole(exchanges, tokens);
  expect(record.webSockets).toEqual([]);
  const password = new Map([['password', ACCOUNT.password]]);
  const inner = new Map([
    ...tokens,
    ['client secret', installation.poolClientSecret],
    ['pool key', installation.poolAdminKeyPair.secretAccessKey],
  ]);
  const everything = new Map([...inner, ...password]);
  const logged = [coffer.output(), host.output()].join('\n');
  expect(logged).toContain('"level":"debug"');
  expect(leaksIn(logged, new Map([...everything, ['authenticator', seed]])), 'in the log').toEqual([]);
  expect(tokensIn(logged), 'tokens in the log').toEqual([]);
  expect(leaksIn([kept, ...record.consoleLines].join('\n'), everything), 'kept by the browser').toEqual([]);
  expect(whoHolds(exchanges, everything)).toEqual(['POST /api/v1/welcome sends password']);
  expect(exchanges.flatMap(({ sent, sentBody, received }) => tokensIn(sent + sentBody + received))).toEqual(
    [],
  );
});

/** Returns the authenticator's secret. */
async function signInTwice(page: Page, coffer: CofferProcess): Promise<string> {
  await welcomeInBrowser(page, coffer, ACCOUNT);
  await signOutInBrowser(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await enterPassword(page, { ...ACCOUNT, password: `${ACCOUNT.password}!` });
  await expect(page.getByText('Wrong email, user name or password.')).toBeVisible();
  await enterPassword(page, ACCOUNT);
  await expectFiles(page);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  const seed = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Six-digit code').fill(authenticatorCode(seed, new Date()));
  await page.getByRole('button', { name: 'I’ve saved them' }).last().click();
  await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeVisible();
  await signOutInBrowser(page);

  await page.getByRole('link', { name: 'Sign in again' }).click();
  await enterPassword(page, ACCOUNT);
  // The next code is accepted 30 seconds early.
  await page.getByLabel('Six-digit code').fill(authenticatorCode(seed, new Date(Date.now() + 30_000)));
  await expectFiles(page);
  return seed;
}

function debug(environment: Readonly<Record<string, string>>): Record<string, string> {
  return { ...environment, COFFER_LOG_LEVEL: 'debug' };
}

function whoHolds(exchanges: readonly Exchange[], secrets: ReadonlyMap<string, string>): readonly string[] {
  const found = exchanges.flatMap((exchange) => {
    const who = `${exchange.method} ${new URL(exchange.url).pathname}`;
    return [
      ...leaksIn(exchange.sent, secrets).map((name) => `${who} sends in its head ${name}`),
      ...leaksIn(exchange.sentBody, secrets).map((name) => `${who} sends ${name}`),
      ...leaksIn(exchange.received, secrets).map((name) => `${who} receives ${name}`),
    ];
  });
  return [...new Set(found)];
}

/** A search without findings proves something only if the record is complete. */
function proveThatTheRecordIsWhole(
  exchanges: readonly Exchange[],
  tokens: ReadonlyMap<string, string>,
): void {
  const calls = exchanges.filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
  const paths = new Set(calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`));
  for (const path of ['welcome', 'sign-in', 'sign-in/answer', 'me/authenticator']) {
    expect([...paths]).toContain(`POST /api/v1/${path}`);
  }
  expect(calls.filter(({ sent }) => /^cookie: ./im.test(sent)).length).toBeGreaterThan(0);
  expect(calls.filter(({ received }) => /^set-cookie: ./im.test(received)).length).toBeGreaterThan(0);
  const known = new Map([
    ['name', ACCOUNT.name],
    ['address', ACCOUNT.email],
  ]);
  const holders = whoHolds(exchanges, known);
  expect(holders).toContain('POST /api/v1/welcome sends name');
  expect(holders).toContain('POST /api/v1/sign-in sends address');
  expect(holders).toContain('GET /api/v1/session receives name');
  const kinds = [...tokens.keys()].map((name) => name.split(' ')[0]);
  for (const kind of ['AccessToken', 'IdToken', 'RefreshToken']) {
    expect(kinds.filter((found) => found === kind).length, kind).toBeGreaterThanOrEqual(3);
  }
  expect(kinds).toContain('Session');
}

test('the search finds what it looks for: in each encoding, backwards, and on each way', async ({ page }) => {
  const secret = 'thirteen/blackbirds & "pie"+ünd?';
  const secrets = new Map([['it', secret]]);
  const forms = [
    secret,
    secret.toUpperCase(),
    Array.from(secret).toReversed().join(''),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString(),
    JSON.stringify({ a: secret }),
    Buffer.from(secret).toString('hex').toUpperCase(),
    Buffer.from(secret).toString('base64'),
    ...['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${secret}cd`).toString('base64url')),
  ];
  for (const form of forms) expect(leaksIn(`{"a":"${form}"}`, secrets), form).toEqual(['it']);
  expect(leaksIn('{"a":"something else"}', secrets)).toEqual([]);

  const token = `${Buffer.from('{"kid":"a","alg":"RS256"}').toString('base64url')}.e30.AAAA`;
  expect(tokensIn(`x=${token}`)).toHaveLength(1);
  expect(tokensIn(`x=${Array.from(token).toReversed().join('')}`)).toHaveLength(1);
  expect(tokensIn('x=eyJust-letters')).toEqual([]);

  expect(await plant(page, secret)).toEqual([
    'POST /planted sends in its head it',
    'POST /planted sends it',
    'POST /planted receives it',
  ]);
});

async function plant(page: Page, secret: string): Promise<readonly string[]> {
  const echo = createServer((asked, answered) => {
    asked.pipe(answered.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }));
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    const record = await recordBrowser(page);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.evaluate(async (body) => {
      await (await fetch(`/planted?a=${encodeURIComponent(body)}`, { method: 'POST', body })).text();
    }, secret);
    return whoHolds(await record.exchanges(), new Map([['it', secret]]));
  } finally {
    echo.closeAllConnections();
    echo.close();
  }
}
