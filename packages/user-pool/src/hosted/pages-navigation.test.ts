import { HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { beforeAll, expect, test } from 'vitest';
import { type HostedBrowser, unescapeHtml, type Visit } from '../testing/hosted-browser.ts';
import { parametersOf } from '../testing/hosted-fixture.ts';
import {
  begin,
  clock,
  createPerson,
  enter,
  fixture,
  open,
  preparePages,
  requestOf,
  STRICT_POOL_ID,
} from '../testing/scenes/pages-scene.ts';
import { PASSWORD, POOL_ID } from '../testing/pool-fixture.ts';

preparePages();

beforeAll(async () => {
  await createPerson('coded', STRICT_POOL_ID, { email: 'coded@example.org', email_verified: 'true' });
  await fixture.admin('AdminSetUserMFAPreference', {
    UserPoolId: STRICT_POOL_ID,
    Username: 'coded',
    EmailMfaSettings: { Enabled: true },
  });
});

test('an expired challenge restarts with one click and keeps the name', async () => {
  const browser = open();
  const asked = await enter(browser, 'coded', { client_id: 'strict' });
  clock.advance(4 * MINUTE_MS);
  const late = await browser.submit(asked, '/challenge', { code: '123456' });
  expect(late.html).toContain('This page has expired');
  const again = unescapeHtml(/class="button primary" href="([^"]*)"/.exec(late.html)?.[1] ?? '');
  const login = await browser.visit(again);
  expect(login.html).toContain('value="coded"');
  expect(login.html).toMatch(/name="password"[^>]*autofocus/);
});

test('back, reload and two tabs work: each continues at its step', async () => {
  await createPerson('tabs@example.org', POOL_ID, { email_verified: 'true', given_name: 'Tab' });
  const browser = open();
  const one = await browser.visit(begin({ state: 'one' }));
  const two = await browser.visit(begin({ state: 'two' }));
  const strict = await enter(browser, 'coded', { client_id: 'strict', state: 'three' });
  const reloaded = await browser.visit(`/challenge?request=${requestOf(strict)}`);
  expect(reloaded.html).toContain('one-time-code');
  const back = await browser.visit(`/login?request=${requestOf(strict)}`);
  expect(back.html).toContain('value="coded"');
  for (const [page, state] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    const fresh = await browser.visit(`/login?request=${requestOf(page)}`);
    const end = await browser.submit(fresh, '/login', { username: 'tabs@example.org', password: PASSWORD });
    expect(parametersOf(end).get('state')).toBe(state);
  }
});

test('a form of an earlier step changes nothing and shows the current step', async () => {
  await createPerson('steps', STRICT_POOL_ID);
  const browser = open();
  const choice = await enter(browser, 'steps', { client_id: 'strict' });
  const form = await browser.submit(choice, '/challenge', { choice: 'EMAIL_OTP' });
  const stale = await browser.submit(choice, '/challenge', { choice: 'SOFTWARE_TOKEN_MFA' });
  expect(stale.html).toContain('name="email"');
  expect(stale.url).toBe(form.url);
});

test('a form sent twice with the previous cookie restarts', async () => {
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'strict' }));
  const before = [...browser.cookies];
  await browser.submit(login, '/login', { username: 'coded', password: PASSWORD });
  for (const [name, value] of before) browser.cookies.set(name, value);
  const twice = await browser.submit(login, '/login', { username: 'coded', password: PASSWORD });
  expect(twice.html).toContain('one-time-code');
});

test('the pages are in Arabic, right to left, by parameter and by browser language', async () => {
  const browser = open();
  for (const page of [
    await browser.visit(begin({ lang: 'ar' })),
    await browser.visit(begin(), { 'accept-language': 'ar-EG,en;q=0.5' }),
  ])
    expect(page.html).toContain('<html lang="ar" dir="rtl">');
  const login = await browser.visit(begin({ lang: 'ar' }));
  const english = await browser.visit(`/login?request=${requestOf(login)}&lang=en`);
  expect(english.html).toContain('<html lang="en" dir="ltr">');
  expect((await browser.visit(`/signup?request=${requestOf(login)}`)).html).toContain('lang="en"');
});

async function translate(browser: HostedBrowser, page: Visit): Promise<Visit> {
  const address = /<a href="([^"]*)" lang="(?:ar|en)"/.exec(page.html)?.[1];
  if (address === undefined) throw new Error(`no other language: ${page.html}`);
  return await browser.visit(unescapeHtml(address));
}

test('error pages are in the chosen language, with a switch to the other', async () => {
  const browser = open();
  const strange = await browser.visit(begin({ redirect_uri: 'https://evil.example/' }));
  expect(strange.html).toContain('This address isn’t registered');
  const arabic = await translate(browser, strange);
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  expect(arabic.html).toContain('هذا العنوان غير مسجّل');
  expect(await translate(browser, arabic)).toMatchObject({ status: 400, html: strange.html });

  const signedOut = await browser.visit('/logout?client_id=strict');
  expect((await translate(browser, signedOut)).html).toContain('تم تسجيل خروجك');
});

test('an expired sign-in keeps its language, and restarts in it', async () => {
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'strict' }));
  const arabic = await translate(browser, login);
  const asked = await browser.submit(arabic, '/login', { username: 'coded', password: PASSWORD });
  clock.advance(4 * MINUTE_MS);
  const late = await browser.submit(asked, '/challenge', { code: '123456' });
  expect(late.html).toContain('انتهت صلاحية هذه الصفحة');
  const again = unescapeHtml(/class="button primary" href="([^"]*)"/.exec(late.html)?.[1] ?? '');
  expect((await browser.visit(again)).html).toContain('<html lang="ar" dir="rtl">');
  const english = await translate(browser, late);
  expect(english.html).toContain('<html lang="en" dir="ltr">');
  expect(english.html).toContain('value="coded"');
  clock.advance(2 * HOUR_MS);
  const over = await browser.visit(`/login?request=${requestOf(login)}`);
  expect(over.html).toContain('This page has expired');
  expect((await translate(browser, over)).html).toContain('انتهت صلاحية هذه الصفحة');
});

test('stylesheet, icon and script are served under their hash and cached forever', async () => {
  const page = await open().visit(begin());
  const [, css = ''] = /rel="stylesheet" href="([^"]*)"/.exec(page.html) ?? [];
  const sheet = await open().visit(css);
  expect(sheet).toMatchObject({ status: 200 });
  expect(sheet.headers.get('cache-control')).toContain('immutable');
  expect(sheet.headers.get('content-type')).toContain('text/css');
  expect((await open().visit('/hosted/pages-000000000000.css')).status).toBe(404);
});
