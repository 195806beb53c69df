import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { LIMITS } from '@coffer/contracts';
import { expect, type Page, type Request, type Route, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { enterPassword, expectFiles, signInInBrowser, signOutInBrowser } from './sign-in/sign-in-steps.ts';

const TABS_MS = 1_000;
/** Much shorter than the time limit of a request. */
const STEP_MS = 5_000;
/** A busy machine may be late once; being late every time is a bug. */
const TRIES = 3;
const STATUS = '**/api/v1/session/status';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.beforeAll(async () => {
  data = running.use(await createDataFolder('session'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('whoever signs in again is where they were', async ({ page, context }) => {
  await signInInBrowser(page, coffer);
  const place = `${page.url()}?sort=size&order=desc`;
  await context.clearCookies();
  await page.goto(place);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await enterPassword(page);
  await expectFiles(page);
  expect(page.url()).toBe(place);
});

test('the first rows are asked for once, ahead of their page and in the order that its address says', async ({
  page,
  context,
}) => {
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/children')) asked.push(searchParams.get('sort'));
  });
  await signInInBrowser(page, coffer);
  expect(asked.splice(0)).toEqual(['name']);
  const place = `${page.url()}?sort=size&order=desc`;
  await context.clearCookies();
  await page.goto(place);
  await enterPassword(page);
  await expectFiles(page);
  expect(asked.splice(0)).toEqual(['size']);
  await page.reload();
  await expectFiles(page);
  expect(asked).toEqual(['size']);
});

test('a session that ends while a page is open leads to the sign-in, and back to that page', async ({
  page,
  context,
}) => {
  await signInInBrowser(page, coffer);
  // Blocks the periodic check, so that the user's action detects the end.
  await page.route(STATUS, (route) => route.abort());
  await context.clearCookies();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('You were signed out because your session ended.')).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await signOutInBrowser(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue('');
  await expect(page.getByText('your session ended')).toHaveCount(0);
});

test('a page that nobody touches learns that another device has signed it out, and tells the other tabs', async ({
  page,
  context,
  browser,
}) => {
  await page.clock.install();
  await signInInBrowser(page, coffer);
  const other = await context.newPage();
  // Hidden tabs do not check.
  await other.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }),
  );
  await other.goto(`${coffer.url}/trash`);
  await expect(other.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  const elsewhere = await browser.newContext();
  try {
    const device = await elsewhere.newPage();
    await signInInBrowser(device, coffer);
    await page.clock.fastForward(LIMITS.pageCheckEveryMs);
    await expectFiles(page);
    // Blocks a check that may be due now.
    await page.route(STATUS, (route) => route.abort());
    expect(await endOthers(device)).toBe(200);
    await expectFiles(page);
    await page.unroute(STATUS);
    await passUntilCheck(page);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expectFiles(device);
    await enterPassword(other);
    await expect(other.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
    await expectFiles(page);
  } finally {
    await elsewhere.close();
  }
});

test('a call that is refused because its session was just replaced is sent again, and signs nobody out', async ({
  page,
}) => {
  await signInInBrowser(page, coffer);
  // Simulates the response to a cookie that was replaced during the call.
  await page.route(
    '**/api/v1/spaces/*/trash*',
    async (route) =>
      await route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: {
          type: 'about:blank',
          title: 'Unauthorized',
          status: 401,
          code: 'not_signed_in',
          requestId: 'r',
        },
      }),
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByText('Trash is empty')).toBeVisible();
});

test('a look that gets no answer, or a wrong one, signs nobody out', async ({ page }) => {
  await signInInBrowser(page, coffer);
  const answers: readonly ((route: Route) => Promise<void>)[] = [
    async (route) => await route.abort(),
    async (route) => await route.fulfill({ status: 500, json: {} }),
    async (route) => await route.fulfill({ status: 503, json: {} }),
    async (route) => await route.fulfill({ status: 200, body: 'a page of some proxy' }),
  ];
  for (const answer of answers) {
    await page.route(STATUS, answer);
    const asked = page.waitForRequest(STATUS);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    await page.unroute(STATUS);
  }
  const looked = page.waitForResponse(STATUS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect((await looked).status()).toBe(200);
  await expectFiles(page);
});

for (const { what, of, answer } of [
  {
    what: 'the session',
    of: /\/api\/v1\/session$/,
    answer: async (route: Route) => await route.fulfill({ status: 503, json: {} }),
  },
  {
    what: 'a part of the page',
    of: /\/(assets\/trash-[^/]*\.js|api\/v1\/session\/status)$/,
    answer: async (route: Route) => await route.abort(),
  },
]) {
  test(`a page reloaded while the server does not answer for ${what} is shown once it does`, async ({
    page,
  }) => {
    await signInInBrowser(page, coffer);
    await page.getByRole('link', { name: 'Trash' }).click();
    await expect(page.getByText('Trash is empty')).toBeVisible();
    await page.route(of, answer);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Couldn’t load this page' })).toBeVisible();
    await page.unroute(of);
    await expect(page.getByText('Trash is empty')).toBeVisible();
  });
}

test('a forged way back leads to the files', async ({ page }) => {
  await page.goto(`${coffer.url}/sign-in?to=${encodeURIComponent('/.//evil.example/')}`);
  await enterPassword(page);
  await expectFiles(page);
});

test('requirement 8: a browser that keeps no cookie is told so, and is not sent in circles', async ({
  page,
  context,
}) => {
  const said = page.getByText('This browser blocks cookies');
  await page.route('**/api/v1/sign-in/answer', async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page);
  await expect(said).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(ADMINISTRATOR.email);

  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page);
  await expect(said).toBeVisible();
});

test('requirement 8: a page that came without TLS says that it proves no password', async ({ page }) => {
  // Plain HTTP from another machine is no secure context.
  const insecure = 'http://files.test';
  await page.route(`${insecure}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${coffer.url}${pathname}${search}` });
    await route.fulfill({ response });
  });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto(`${insecure}/sign-in`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await enterPassword(page);
  await expect(page.getByText('Sign-in needs a secure address (https).')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  // Icons may still be on their way when the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('requirement 27: signing out in one tab signs the others out within a second, and leaves nothing behind', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  let soonest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && soonest >= TABS_MS; tries += 1) {
    await signInInBrowser(page, coffer);
    await page.getByRole('link', { name: 'Trash' }).click();
    await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
    await other.goto(coffer.url);
    await expectFiles(other);
    await page.evaluate(leaveThings);
    expect((await personalThings(page)).length).toBeGreaterThan(2);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(await statusWith(cookie)).toBe(200);
    const [here, there] = [untilOut(page), untilOut(other)];
    const emptied = other.waitForEvent('load');
    await signOutInBrowser(page);
    soonest = Math.min(soonest, (await there) - (await here));
    await emptied;
    for (const tab of [page, other]) expect(await personalThings(tab)).toEqual([]);
    expect(await statusWith(cookie)).toBe(401);
  }
  expect(soonest).toBeLessThan(TABS_MS);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('requirement 27: a page that the browser has kept shows nothing of a session that is over', async ({
  page,
  context,
}) => {
  await signInInBrowser(page, coffer);
  await page.route(STATUS, (route) => route.abort());
  await context.clearCookies();
  // Simulates a page restored from the back/forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('requirement 27: what is being uploaded stops with the sign-out', async ({ page }) => {
  await signInInBrowser(page, coffer);
  await page.route(`http://*:${coffer.ports.store}/**`, () => undefined);
  const asked = page.waitForRequest(
    (request) => request.method() !== 'OPTIONS' && request.url().includes(`:${coffer.ports.store}/`),
  );
  await page.getByLabel('Upload files').setInputFiles({
    name: 'slow.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('never arrives'),
  });
  const upload = await asked;
  const stopped = page.waitForEvent('requestfailed', (request) => request === upload);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out and stop 1 upload?' });
  const anew = page.waitForEvent('load');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await stopped;
  await anew;
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('requirement 21: a reload keeps the step of the sign-in, and going back starts again with the name kept', async ({
  page,
}) => {
  await signInInBrowser(page, coffer);
  await switchAuthenticatorOn(page);
  await signOutInBrowser(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await enterPassword(page);
  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();

  await code.pressSequentially('000000');
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await expect(code).toHaveValue('');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Email or user name')).toHaveValue(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue(ADMINISTRATOR.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

async function untilOut(page: Page): Promise<number> {
  await page.waitForFunction(
    (words) => Array.from(document.querySelectorAll('h1')).some(({ textContent }) => textContent === words),
    'You’re signed out',
  );
  return Date.now();
}

async function switchAuthenticatorOn(page: Page): Promise<void> {
  // Without other sessions, the page does not offer to end them.
  await endOthers(page);
  await page.goto(`${coffer.url}/settings/security`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('code').textContent()) ?? '';
  const code = authenticatorCode(secret.replaceAll(' ', ''), new Date());
  await page.getByLabel('Six-digit code').pressSequentially(code);
  await page.getByRole('button', { name: 'I’ve saved them' }).last().click();
  await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeVisible();
}

/** The clock is that of all tabs: one long jump would time out a request that another tab has just sent. */
async function passUntilCheck(page: Page): Promise<void> {
  const requests: Request[] = [];
  page.once('request', (request) => requests.push(request));
  for (let passedMs = 0; requests.length === 0 && passedMs <= LIMITS.pageCheckEveryMs; passedMs += STEP_MS) {
    await page.clock.fastForward(STEP_MS);
  }
}

async function endOthers(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const headers = { 'x-coffer': '1' };
    return (await fetch('/api/v1/sessions', { method: 'DELETE', headers })).status;
  });
}

async function leaveThings(): Promise<void> {
  sessionStorage.setItem('left', 'x');
  await caches.open('left');
  await new Promise<void>((resolve) => {
    const opened = indexedDB.open('left');
    opened.addEventListener('success', () => {
      opened.result.close();
      resolve();
    });
  });
}

async function statusWith(cookie: string): Promise<number> {
  const headers = { cookie, 'x-coffer': '1', 'sec-fetch-site': 'same-origin' };
  return (await fetch(`${coffer.url}/api/v1/spaces`, { headers })).status;
}

async function personalThings(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => [
    ...Object.keys(localStorage).filter((name) => name !== 'coffer.preferences'),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => String(name)),
    ...(await caches.keys()),
  ]);
}
