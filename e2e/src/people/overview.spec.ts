import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('overview'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--role', 'auditor']);
  const { name, password } = RUTH;
  const code = linkIn(printed).split('#')[1] ?? '';
  await new Person(coffer.url).call('acceptInvitation', { body: { code, name, password } });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const places = (page: Page) => page.getByRole('navigation', { name: 'Administration' });

/** Fills a space by its limit. */
async function fillSpace(): Promise<void> {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await ada.upload(personalSpace.rootId, 'a.bin', Buffer.alloc(1_048_000, 1));
  const params = { spaceId: personalSpace.id };
  await ada.call('changeSpaceQuota', { params, body: { quotaBytes: 1_048_576 } });
}

test('the overview says whether all is well, and leads to every page of administration', async ({ page }) => {
  test.setTimeout(180_000);
  await signInInBrowser(page, coffer);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeFocused();
  await expect(page.getByText('All is well.')).toBeVisible();
  await expect(page.getByText('There is only one administrator')).toBeVisible();
  const use = page.getByRole('region', { name: 'Storage over time' });
  await expect(use.getByText('Coffer began to record this today.')).toBeVisible();
  await expect(page.getByText('2 people · 0 files')).toBeVisible();
  const pages = [
    ['People', 'People'],
    ['Groups', 'Groups'],
    ['Spaces', 'Spaces'],
    ['Links', 'Links'],
    ['Audit', 'Audit'],
    ['Storage', 'Storage'],
    ['Jobs', 'Jobs'],
    ['Settings', 'Settings of this Coffer'],
    ['Overview', 'Overview'],
  ] as const;
  for (const [link, heading] of pages) {
    await places(page).getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(places(page).locator('[aria-current=page]:visible')).toHaveText(link);
  }
  await fillSpace();
  await page.reload();
  await expect(page.getByText('Coffer works. Some spaces are nearly full.')).toBeVisible();
  await page.getByRole('link', { name: 'See spaces' }).click();
  await expect(page).toHaveURL(/\/admin\/spaces\?state=full$/);
  await places(page).getByRole('link', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('an auditor reads it without the pages for administrators; a store that is silent is the verdict', async ({
  page,
}) => {
  await signInInBrowser(page, coffer, RUTH);
  await page.route('**/api/v1/admin/overview', async (route) => {
    const answer = await route.fetch();
    const overview: Record<string, unknown> = await answer.json();
    const health = [{ part: 'store', works: false, code: 'store_unavailable' }];
    await route.fulfill({ response: answer, json: { ...overview, health } });
  });
  await page.goto(`${coffer.url}/admin`);
  await expect(page.getByText('Storage isn’t responding.')).toBeVisible();
  await expect(page.getByText('Files can’t be uploaded or opened until it responds again.')).toBeVisible();
  await expect(places(page).getByRole('link', { name: 'Spaces' })).toBeVisible();
  await expect(places(page).getByRole('link', { name: 'People' })).toHaveCount(0);
});

for (const locale of ['en', 'ar'] as const) {
  test(`the overview has no accessibility problem (${locale})`, async ({ page }) => {
    test.setTimeout(180_000);
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'overview');
    await page.route('**/api/v1/admin/overview/use*', async (route) => {
      const from = new Date(Date.now() - 9 * 86_400_000).toISOString();
      await route.fulfill({ json: { from, usedBytes: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89], spaces: [] } });
    });
    await page.goto(`${coffer.url}/admin`);
    await expect(page.getByRole('heading', { name: say('overview.title'), level: 1 })).toBeVisible();
    await expect(page.getByText(say('overview.health'))).toHaveCount(0);
    await expect(page.getByRole('heading', { name: say('overview.storage') })).toBeVisible();
    await page.locator('summary').click();
    await see(`overview-${locale}`);
    expect(findings).toEqual([]);
  });
}
