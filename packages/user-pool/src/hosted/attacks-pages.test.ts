import { expect, test } from 'vitest';
import { ada, fixture, open, preparePages, SCRIPT } from '../testing/scenes/hosted-attack-scene.ts';
import { readForm } from '../testing/hosted-browser.ts';
import { authorizePath, createPkce } from '../testing/hosted-fixture.ts';
import { CLIENT_ID } from '../testing/pool-fixture.ts';

preparePages();

const loginMessage = async (name: string) => {
  const browser = open();
  const login = await browser.visit(authorizePath(createPkce()));
  const page = await browser.submit(login, '/login', {
    username: name,
    password: 'wrong-Kettle-orbit-1',
  });
  return page.html.replaceAll(name, 'NAME').replaceAll(/value="[\w-]{36,43}"|request=[\w-]{36}/g, '');
};

test('no page allows scripts, frames, caches or referrers', async () => {
  const page = await open().visit(authorizePath(createPkce()));
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' https://app.example; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
  });
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  expect(page.html).not.toMatch(/<script|<[^>]*\s(on\w+|style)=/i);
});

test('form-action allows the scheme of an application, and no other', async () => {
  const page = await open().visit(
    authorizePath(createPkce(), { redirect_uri: 'app.example:/callback?kept=1' }),
  );
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' app.example:;");
  const back = await open().visit(
    authorizePath(createPkce(), { redirect_uri: 'app.example:/callback?kept=1', prompt: 'none' }),
  );
  expect(back.left).toMatch(/^app\.example:\/callback\?kept=1&error=login_required&/);
});

test('a request with a wrong method gets 405', async () => {
  expect(await open().post('/logout', new URLSearchParams())).toMatchObject({ status: 405 });
  const answer = await fixture.pool.fetch(new Request(`${fixture.endpoint}/login`, { method: 'OPTIONS' }));
  expect(answer.status).toBe(405);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test('reflected and stored values are escaped on every page', async () => {
  const hints = { login_hint: SCRIPT.slice(0, 128), lang: SCRIPT.slice(0, 35), state: SCRIPT };
  const browser = open();
  const login = await browser.visit(authorizePath(createPkce(), hints));
  const id = readForm(login.html, '/login')['request'] ?? '';
  const pages = [
    login,
    await browser.submit(login, '/login', { username: SCRIPT, password: 'x' }),
    await browser.visit(`/signup?request=${id}`),
    await browser.visit(`/confirmUser?request=${id}`),
    await browser.visit(`/forgotPassword?request=${id}`),
    await browser.visit(`/confirmForgotPassword?request=${id}`),
    await browser.visit(`/login?request=${encodeURIComponent(SCRIPT)}`),
    await browser.visit(`/login?request=${id}&lang=${encodeURIComponent(SCRIPT)}`),
    await browser.visit(`/logout?client_id=${CLIENT_ID}`),
    await browser.visit(`/logout?client_id=${encodeURIComponent(SCRIPT)}`),
    await browser.visit(`/login/provider?request=${id}&name=${encodeURIComponent(SCRIPT)}`),
    await browser.visit(authorizePath(createPkce(), { redirect_uri: SCRIPT })),
  ];
  for (const page of pages) {
    expect(page.html).toContain('<main class="card">');
    expect(page.html).not.toContain('<script');
    expect(page.html).not.toContain('<img');
    expect(page.html).not.toContain("onerror='");
  }
  expect(login.html).toContain('&lt;script&gt;');
});

test('passwords and codes are in no log line and no page', async () => {
  const secret = 'plain-Secret-horse-77';
  const browser = open();
  const login = await browser.visit(authorizePath(createPkce()));
  const page = await browser.submit(login, '/login', { username: ada.name, password: secret });
  expect(page.html).not.toContain(secret);
  expect(fixture.logged.join('')).not.toContain(secret);
  expect(fixture.logged.join('')).not.toMatch(/code=|[?&]request=/);
});

test('an unknown user, a wrong password and a disabled user get the same message', async () => {
  expect(await loginMessage('nobody@example.org')).toBe(await loginMessage('ada@example.org'));
});
