import { sized } from '@coffer/testing/campaign';
import { expect, type Page, test } from '@playwright/test';
import { sightOf, WALK_MS } from './judge-screens.ts';
import { EVERY_LOOK, LOOKS, type Look, named } from './screens/looks.ts';
import { type SignInScreen, SIGN_IN_SCREENS, showSignInScreen } from './sign-in/sign-in-screens.ts';
import { HOSTED_CLIENT, type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';
import { wordsOf } from './words.ts';

/** Refusals and waits of a step, and what no pool asks, wait for the campaigns. */
const SELDOM = /-(?:refused|wait|busy|failed|nothing|newer|incomplete|no-pages|by-message)$/;
const isTried = (name: string): boolean => sized({ gate: !SELDOM.test(name), campaign: true });

let world: SignInWorld;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await startSignInWorld('passkey,choice,custom,sign-up,reset', ({ poolIssuer }) =>
    Promise.resolve([{ id: 'hosted', name: 'Hosted', issuer: poolIssuer, clientId: HOSTED_CLIENT.id }]),
  );
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function judgeFaces(
  page: Page,
  locale: 'en' | 'ar',
  looks: readonly Look[],
): Promise<readonly string[]> {
  const say = wordsOf(locale);
  const sight = sightOf(page, looks, 'sign-in-screens');
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  for (const screen of SIGN_IN_SCREENS.filter(({ name }) => isTried(name))) {
    await showSignInScreen(page, screen, { url: world.coffer.url, say });
    await sight.see(screen.name);
    const fault = await faultOf(page, screen);
    if (fault !== undefined) faults.push(`${screen.name}: ${fault}`);
  }
  return [...faults, ...sight.findings];
}

async function faultOf(page: Page, { isPassing = false, act }: SignInScreen): Promise<string | undefined> {
  const headings = await page.getByRole('heading', { level: 1 }).allInnerTexts();
  if (headings.length !== 1 || headings[0]?.trim() === '') return `headings: ${JSON.stringify(headings)}`;
  if (!(await page.title()).includes(headings[0] ?? '')) return `titled ${await page.title()}`;
  if (isPassing) return undefined;
  const controls = page.getByRole('main').locator('button:not([aria-disabled=true], :disabled), a[href]');
  if ((await controls.count()) === 0) return 'no way on';
  const isLost = await page.evaluate(() => document.activeElement === document.body);
  if (isLost && act !== undefined) return 'the focus is lost';
  if (isLost) await page.keyboard.press('Tab');
  return (await page.evaluate(() => document.activeElement?.matches('a, button, input, h1') ?? false))
    ? undefined
    : 'the keyboard gets nowhere';
}

test(`every screen of the sign-in (${named(EVERY_LOOK)})`, async ({ page }) => {
  test.setTimeout(WALK_MS);
  expect(await judgeFaces(page, 'en', EVERY_LOOK)).toEqual([]);
});

test('every screen of the sign-in, from right to left', async ({ page }) => {
  test.setTimeout(WALK_MS);
  await page.addInitScript(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  expect(await judgeFaces(page, 'ar', LOOKS.rightToLeft)).toEqual([]);
});
