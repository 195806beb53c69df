import { expect, test } from 'vitest';
import {
  FEDERATED,
  fixture,
  issuerUrl,
  liar,
  LIES,
  open,
  prepareFederation,
} from '../../testing/scenes/federation-scene.ts';
import type { HostedBrowser } from '../../testing/hosted-browser.ts';
import { authorizePath, createPkce, parametersOf } from '../../testing/hosted-fixture.ts';

prepareFederation();

async function throughLiar(browser: HostedBrowser): Promise<URL> {
  const away = await browser.visit(
    authorizePath(createPkce(), { client_id: FEDERATED, identity_provider: 'Liar' }),
  );
  await fetch(away.left ?? '');
  const back = new URL(`${fixture.endpoint}/oauth2/idpresponse`);
  back.search = new URLSearchParams({ code: 'c', state: parametersOf(away).get('state') ?? '' }).toString();
  return back;
}

test('the tokens of an honest issuer are accepted', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  expect(parametersOf(await browser.visit(back.href)).has('code')).toBe(true);
});

test.each(LIES)('an ID token that lies about %s does not sign in', async (what) => {
  const browser = open();
  const back = await throughLiar(browser);
  liar.lie = what;
  const page = await browser.visit(back.href);
  expect(page).toMatchObject({ status: 400, left: undefined });
  expect(page.html).toContain('didn’t confirm who you are');
  expect([...browser.cookies.keys()].some((name) => name.includes('session'))).toBe(false);
});

test('a state works once, for the browser that started, and an invented one never', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  const stranger = open();
  await stranger.visit(authorizePath(createPkce(), { client_id: FEDERATED }));
  expect(await stranger.visit(back.href)).toMatchObject({ status: 400, left: undefined });
  expect(await browser.visit(back.href)).toMatchObject({ status: 400, left: undefined });

  const again = await throughLiar(browser);
  expect(parametersOf(await browser.visit(again.href)).has('code')).toBe(true);
  expect(await browser.visit(again.href)).toMatchObject({ status: 400, left: undefined });
  for (const state of ['', 'x', 'A'.repeat(43)])
    expect(await browser.visit(`/oauth2/idpresponse?code=c&state=${state}`)).toMatchObject({
      status: 400,
      left: undefined,
    });
});

test('a response with the iss of another issuer is rejected as a mix-up', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  back.searchParams.set('iss', issuerUrl);
  expect(await browser.visit(back.href)).toMatchObject({ status: 400, left: undefined });
});

test('an error of the issuer shows a page that allows a new start', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  back.searchParams.delete('code');
  back.searchParams.set('error', '<script>alert(1)</script>');
  const page = await browser.visit(back.href);
  expect(page).toMatchObject({ status: 400, left: undefined });
  expect(page.html).not.toContain('<script');
});
