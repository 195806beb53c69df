// Twenty-four random walks with random server responses and input. Every state must have a heading, a next step and no
// uncaught error.
import { sized } from '@coffer/testing/campaign';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { CODES, randomOf, STEPS } from '../../apps/web/src/features/sign-in/machine.world.ts';
import { WALK_MS } from './judge-screens.ts';
import { type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';

const WALKS = sized({ gate: 2, campaign: 24 });
const LENGTH = 10;
const TYPED = [
  '',
  '1',
  '123456',
  '12345678',
  'ada@example.org',
  'six geese a-laying 4ever',
  'AAAA-BBBB-CCCC-DDDD-EEEE',
];
const HABITS = ['press', 'press', 'press', 'press', 'press', 'enter', 'reload', 'back', 'forward'] as const;

let world: SignInWorld;

test.beforeAll(async () => {
  world = await startSignInWorld('passkey,choice,custom,sign-up,reset');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('no walk through the sign-in ends at a blank page', async ({ page }) => {
  test.setTimeout(WALK_MS);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const seen = new Set<string>();
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const random = randomOf(seed);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/\/api\/v1\/(sign-in|sign-up|reset)(\/|$)/, (route) => answerAnything(route, random));
    await page.goto(`${world.coffer.url}/sign-in${random(2) === 0 ? '' : '/challenge'}`);
    const path: string[] = [];
    for (let step = 0; step < LENGTH; step += 1) {
      await expect(controlsOf(page).first(), `walk ${seed}: ${path.join(' > ')}`).toBeVisible();
      const heading = await page.getByRole('heading', { level: 1 }).innerText();
      seen.add(heading);
      path.push(heading);
      await act(page, random);
      expect(errors, `walk ${seed}: ${path.join(' > ')}`).toEqual([]);
    }
  }
  expect(seen.size).toBeGreaterThan(sized({ gate: 3, campaign: 8 }));
});

async function answerAnything(route: Route, random: (below: number) => number): Promise<void> {
  const steps = Object.values(STEPS);
  const chance = random(10);
  if (chance === 0) return await route.abort();
  if (chance === 1) return await route.fulfill({ status: 200, body: 'a fortune cookie' });
  if (chance < 4 || route.request().url().includes('redirect')) {
    const code = CODES[random(CODES.length)] ?? 'internal';
    const json = { type: 'about:blank', title: 'Refused', status: 400, code, requestId: 'r' };
    return await route.fulfill({ status: 400, contentType: 'application/problem+json', json });
  }
  await route.fulfill({ status: 200, json: steps[random(steps.length)] });
}

function controlsOf(page: Page): Locator {
  return page.locator('main :is(button:not([aria-disabled=true], :disabled), a[href]):visible');
}

async function act(page: Page, random: (below: number) => number): Promise<void> {
  for (const field of await page.locator('main input:visible').all()) {
    const typed = TYPED[random(TYPED.length)] ?? '';
    // A complete code submits itself.
    if (random(3) > 0) await field.fill(typed, { timeout: 1_000 }).catch(ignoreGone);
  }
  const habit = HABITS[random(HABITS.length)];
  if (habit === 'reload') await page.reload();
  else if (habit === 'enter') await page.keyboard.press('Enter');
  else if (habit === 'back' || habit === 'forward') await travel(page, habit);
  else {
    const controls = await controlsOf(page).all();
    await controls[random(Math.max(controls.length, 1))]?.click({ timeout: 1_000 }).catch(ignoreGone);
  }
}

/** The entry before it is the browser's blank page. */
async function travel(page: Page, direction: 'back' | 'forward'): Promise<void> {
  if (direction === 'back') await page.goBack();
  else await page.goForward();
  if (!page.url().startsWith(world.coffer.url)) await page.goto(`${world.coffer.url}/sign-in/challenge`);
}

/** Ignores controls that disappear before they are pressed. */
function ignoreGone(cause: unknown): void {
  if (!(cause instanceof Error) || !/Timeout|detached|not (visible|enabled|stable)/.test(cause.message))
    throw cause;
}
