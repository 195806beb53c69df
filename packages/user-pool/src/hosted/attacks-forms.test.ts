import { expect, test } from 'vitest';
import { ada, fixture, open, preparePages } from '../testing/scenes/hosted-attack-scene.ts';
import { type HostedBrowser, readForm } from '../testing/hosted-browser.ts';
import { authorizePath, createPkce } from '../testing/hosted-fixture.ts';
import { PASSWORD } from '../testing/pool-fixture.ts';

preparePages();

async function filled(browser: HostedBrowser): Promise<Record<string, string>> {
  const page = await browser.visit(authorizePath(createPkce()));
  return { ...readForm(page.html, '/login'), username: ada.name, password: PASSWORD };
}

const FORMS = [
  '/login',
  '/challenge',
  '/signup',
  '/confirmUser',
  '/resendcode',
  '/forgotPassword',
  '/confirmForgotPassword',
];

test.each(FORMS)(
  '%s rejects a form without its token, or with that of another request or browser',
  async (path) => {
    const browser = open();
    const own = await filled(browser);
    const second = await filled(browser);
    const stranger = await filled(open());
    for (const token of ['', 'x', second['token'] ?? '', stranger['token'] ?? '']) {
      const page = await browser.post(path, new URLSearchParams({ ...own, token }));
      expect(page).toMatchObject({ status: 403, left: undefined });
    }
  },
);

test.each(FORMS)('%s rejects a form from another site', async (path) => {
  const browser = open();
  const own = new URLSearchParams(await filled(browser));
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await browser.post(path, own, { 'sec-fetch-site': site })).toMatchObject({
      status: 403,
      left: undefined,
    });
});

const postFrom = async (origin: string | undefined) => {
  const browser = open();
  const own = await filled(browser);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie,
    ...(origin === undefined ? {} : { origin }),
  };
  const body = new URLSearchParams(own).toString();
  return (
    await fixture.pool.fetch(new Request(`${fixture.endpoint}/login`, { method: 'POST', headers, body }))
  ).status;
};

test('if a browser sends no Sec-Fetch-Site, Origin decides', async () => {
  expect(await postFrom(fixture.endpoint)).toBe(303);
  expect(await postFrom('https://evil.example')).toBe(403);
  expect(await postFrom(undefined)).toBe(403);
});

test.each(FORMS)('%s is bound to the browser that started it', async (path) => {
  const own = await filled(open());
  const stranger = open();
  await stranger.visit(authorizePath(createPkce()));
  const page = await stranger.post(path, new URLSearchParams(own));
  expect(page).toMatchObject({ status: 400, left: undefined });
  expect(await open().post(path, new URLSearchParams(own))).toMatchObject({ status: 400, left: undefined });
});

test('an oversized form, a repeated field and a malformed form are rejected', async () => {
  const browser = open();
  const own = new URLSearchParams(await filled(browser));
  const large = new URLSearchParams(own);
  large.set('password', 'x'.repeat(70_000));
  expect(await browser.post('/login', large)).toMatchObject({ status: 413 });
  const twice = new URLSearchParams(own);
  twice.append('username', 'eve@example.org');
  expect(await browser.post('/login', twice)).toMatchObject({ status: 400, left: undefined });
  expect(await browser.post('/login', own, { 'content-type': 'application/json' })).toMatchObject({
    status: 415,
  });
  expect(await browser.post('/login', own, { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
  });
});
