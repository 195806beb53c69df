import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { followsChanges } from '../change-stream.ts';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { enterPassword, expectFiles, signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const INES = { name: 'Ines Duarte', email: 'ines@example.org', password: 'Two-Turtle-Doves-2' };
const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };
const NEW_PASSWORD = 'Four-Calling-Birds-4';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.use({ contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('administration'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  await runPeople({ coffer, data }, ['invite', 'wren@example.org']);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  const ruth = new Person(coffer.url);
  await ruth.call('acceptInvitation', { body: { code, name, password } });
  // The first sign-in creates her personal space.
  await ruth.signIn(RUTH.email, password);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** The text is also in a live region. */
const toast = (page: Page, text: string): Locator => page.getByText(text).first();
const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });
const clipboard = async (page: Page): Promise<string> =>
  await page.evaluate(() => navigator.clipboard.readText());

async function openPeople(page: Page): Promise<void> {
  await signInInBrowser(page, coffer);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'People' })
    .click();
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeFocused();
  await expect(rowOf(page, ADMINISTRATOR.email)).toContainText('(you)');
}

/** Opens the menu of a row by keyboard. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: action, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await entry.focus();
  await page.keyboard.press('Enter');
}

async function newPage(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

test('an administrator invites people, disables one, lets them in again, and gives them a reset link', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await openPeople(page);
  await page.getByRole('button', { name: 'Invite people' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await expect(form.getByLabel('Addresses')).toBeFocused();
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(form.getByText('Enter at least one email address.')).toBeVisible();
  await form
    .getByLabel('Addresses')
    .fill(`${INES.name} <${INES.email}>, lark@example.org\nkofi\nINES@example.org\n${ADMINISTRATOR.email}`);
  await expect(form.getByText('Not an email address')).toBeVisible();
  await expect(form.getByText('Same as line 1, left out')).toBeVisible();
  await expect(form.getByText('1 line has a problem and is left out')).toBeVisible();
  await form.getByRole('button', { name: 'Invite 3 people' }).click();

  const made = page.getByRole('dialog', { name: '2 people invited' });
  await expect(made.getByText('This address already has an account.')).toBeVisible();
  await made.getByRole('button', { name: 'Copy all' }).click();
  await expect(made.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard(page)).toMatch(/^ines@example\.org\thttp\S+\/join#\S+\nlark@example\.org\thttp\S+$/);
  await made.getByRole('button', { name: `Copy link: ${INES.email}` }).click();
  await expect.poll(async () => await clipboard(page)).toMatch(/^http\S+\/join#\S+$/);
  const invitation = await clipboard(page);
  await page.keyboard.press('Escape');
  await expect(made).toBeHidden();
  await expect(page.getByRole('button', { name: 'Invite people' })).toBeFocused();
  await expect(rowOf(page, INES.email)).toContainText('Invited');
  await expect(page.getByText('2 people · 3 open invitations')).toBeVisible();

  const ines = await newPage(browser);
  await ines.goto(invitation);
  await ines.getByLabel('Password', { exact: true }).fill(INES.password);
  await ines.getByRole('button', { name: 'Create account' }).click();
  await expectFiles(ines);
  await page.reload();
  await expect(rowOf(page, INES.email)).toContainText('Active');

  await choose(page, INES.name, 'Disable');
  const sure = page.getByRole('alertdialog', { name: `Disable ${INES.name}?` });
  await sure.getByRole('button', { name: 'Disable' }).click();
  await expect(sure).toBeHidden();
  await expect(rowOf(page, INES.email)).toContainText('Disabled');
  await expect(page.getByRole('button', { name: `Actions for ${INES.name}` })).toBeFocused();
  await expect(ines.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await enterPassword(ines, INES);
  await expect(ines.getByText(/disabled|Wrong email/)).toBeVisible();

  await choose(page, INES.name, 'Enable');
  await expect(toast(page, `${INES.name} can sign in again`)).toBeVisible();
  await expect(rowOf(page, INES.email)).toContainText('Active');
  await signInInBrowser(ines, coffer, INES);

  await choose(page, INES.name, 'Create reset link');
  const reset = page.getByRole('dialog', { name: `Reset link for ${INES.name}` });
  const link = await reset.getByLabel('Link', { exact: true }).inputValue();
  await reset.getByRole('button', { name: 'Close' }).last().click();
  await expect(reset).toBeHidden();
  await ines.goto(link);
  await ines.getByLabel('New password').fill(NEW_PASSWORD);
  await ines.keyboard.press('Enter');
  await expectFiles(ines);
});

test('the storage limit of a person and of a space is changed, and given back', async ({ page, browser }) => {
  const ruth = await newPage(browser);
  await signInInBrowser(ruth, coffer, { email: RUTH.email, password: RUTH.password });
  await openPeople(page);
  await choose(page, RUTH.name, 'Change storage limit');
  const dialog = page.getByRole('dialog', { name: `Storage limit of ${RUTH.name}` });
  await expect(dialog.getByLabel('Limit')).toBeFocused();
  await dialog.getByLabel('Limit').fill('lots');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a number, such as 20 or 1.5')).toBeVisible();
  await dialog.getByLabel('Limit').fill('٢,5');
  await dialog.getByLabel('Unit').selectOption('TB');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, RUTH.email)).toContainText('of 2.5 TB');
  await expect(ruth.getByText(/of 2\.5 TB used/)).toBeVisible();
  await expect(toast(page, `Storage limit of ${RUTH.name} changed to 2.5 TB`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, RUTH.email)).toContainText('of 10 GB');

  await page.goto(`${coffer.url}/admin/storage`);
  await page.getByRole('button', { name: `Change storage limit of Personal space of ${RUTH.name}` }).click();
  const again = page.getByRole('dialog', { name: /^Storage limit of/ });
  await expect(again.getByLabel('Limit')).toHaveValue('10');
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();
  await ruth.context().close();
});

test('roles, sign-out, second factors and invitations are changed from the row', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const ruth = await newPage(browser);
  await signInInBrowser(ruth, coffer, { email: RUTH.email, password: RUTH.password });
  await openPeople(page);
  await choose(page, ADMINISTRATOR.name, 'Make member');
  const own = page.getByRole('alertdialog', { name: 'Stop being an administrator?' });
  await own.getByRole('button', { name: 'Change role' }).click();
  await expect(own.getByText('This is the only administrator.')).toBeVisible();
  await own.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toBeHidden();

  await choose(page, RUTH.name, 'Make auditor');
  await expect(toast(page, `${RUTH.name} is now an auditor`)).toBeVisible();
  await expect(rowOf(page, RUTH.email)).toContainText('Auditor');
  await ruth.goto(`${coffer.url}/admin/people`);
  await expect(ruth.getByRole('heading', { name: 'For administrators', level: 1 })).toBeVisible();
  const places = ruth.getByRole('navigation', { name: 'Administration' });
  await expect(places.getByRole('link', { name: 'Storage' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'People' })).toHaveCount(0);

  await choose(page, RUTH.name, 'Reset two-step verification');
  const factors = page.getByRole('alertdialog', { name: `Reset two-step verification of ${RUTH.name}?` });
  await factors.getByRole('button', { name: 'Reset' }).click();
  await expect(toast(page, `Two-step verification of ${RUTH.name} reset`)).toBeVisible();
  await ruth.getByRole('button', { name: /^Notifications/ }).click();
  const told = ruth.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first();
  await expect(told).toContainText('reset your two-step verification');
  await expect(told).toHaveAttribute('href', '/settings/security');
  await choose(page, RUTH.name, 'Sign out everywhere');
  const out = page.getByRole('alertdialog', { name: `Sign out ${RUTH.name} everywhere?` });
  await out.getByRole('button', { name: 'Sign out' }).click();
  await expect(toast(page, `${RUTH.name} was signed out everywhere`)).toBeVisible();
  await expect(ruth.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();

  await choose(page, 'wren@example.org', 'Create new link');
  const renewed = page.getByRole('dialog', { name: 'Invitation for wren@example.org' });
  await expect(renewed.getByLabel('Link', { exact: true })).toHaveValue(/\/join#/);
  await renewed.getByRole('button', { name: 'Close' }).last().click();
  await expect(renewed).toBeHidden();
  await choose(page, 'wren@example.org', 'Withdraw invitation');
  const withdraw = page.getByRole('alertdialog', { name: 'Withdraw invitation for wren@example.org?' });
  await withdraw.getByRole('button', { name: 'Withdraw' }).click();
  await expect(rowOf(page, 'wren@example.org')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeFocused();

  await choose(page, RUTH.name, 'Hand over files');
  const handOver = page.getByRole('dialog', { name: `Hand over files of ${RUTH.name}` });
  await handOver.getByRole('button', { name: 'Hand over files' }).click();
  await expect(handOver.getByText('Choose who gets the files.')).toBeVisible();
  const newOwner = handOver.getByLabel('New owner').first();
  await newOwner.fill(ADMINISTRATOR.email);
  await expect(handOver.getByText('No one found')).toBeVisible();
  await newOwner.fill(INES.email);
  await handOver.getByRole('radio', { name: INES.name }).check();
  // People who are no longer listed are deselected.
  await newOwner.fill('nobody of this name');
  await handOver.getByRole('button', { name: 'Hand over files' }).click();
  await expect(handOver.getByText('Choose who gets the files.')).toBeVisible();
  await newOwner.fill(INES.email);
  await handOver.getByRole('radio', { name: INES.name }).check();
  await handOver.getByRole('button', { name: 'Hand over files' }).click();
  await expect(toast(page, `now has the space “Files of ${RUTH.name}”`)).toBeVisible();

  await choose(page, INES.name, 'Delete account');
  const removal = page.getByRole('dialog', { name: `Delete account of ${INES.name}` });
  await expect(removal.getByText('1 team space needs a new owner')).toBeVisible();
  await removal.getByRole('button', { name: 'Delete account' }).click();
  await expect(removal.getByText('Choose a new owner.')).toBeVisible();
  await expect(removal.getByLabel(/^New owner of/).first()).toBeFocused();
  await removal.getByRole('radio', { name: RUTH.name }).check();
  await removal.getByRole('button', { name: 'Delete account' }).click();
  await expect(toast(page, `Account of ${INES.name} deleted`)).toBeVisible();
  await expect(rowOf(page, INES.email)).toHaveCount(0);
  await page.getByLabel('Status').selectOption('Deleted');
  await expect(rowOf(page, INES.email)).toContainText('Files kept until');
});

test('the list is searched, filtered and sorted, and the address keeps it', async ({ page }) => {
  await openPeople(page);
  await page.getByLabel('Search people').fill('ruth@');
  await expect(rowOf(page, ADMINISTRATOR.email)).toHaveCount(0);
  await expect(page.getByText('1 found')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Search people')).toHaveValue('ruth@');
  await expect(rowOf(page, RUTH.email)).toBeVisible();
  await page.getByLabel('Search people').fill('nobody of this name');
  await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await expect(rowOf(page, RUTH.email)).toBeVisible();
  await page.getByLabel('Role').selectOption('Auditor');
  await expect(rowOf(page, ADMINISTRATOR.email)).toHaveCount(0);
  await page.getByLabel('Role').selectOption('All roles');
  await page.getByRole('button', { name: 'Last seen' }).click();
  await expect(page.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page).toHaveURL(/sort=seen/);
  // A page beyond the end is the last one.
  await page.goto(`${coffer.url}/admin/people?page=2`);
  await expect(rowOf(page, RUTH.email)).toBeVisible();
  await expect(page).not.toHaveURL(/page=2/);
});

for (const locale of ['en', 'ar'] as const) {
  test(`every face of the page is judged by axe (${locale})`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      'en',
    );
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const looks = locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK;
    const { see, findings } = sightOf(page, looks, 'administration');
    const list = '**/api/v1/admin/people?*';
    const answered = Promise.withResolvers<void>();
    await page.route(list, async (route) => {
      await answered.promise;
      await route.abort();
    });
    const following = followsChanges(page);
    await page.goto(`${coffer.url}/admin/people`);
    await expect(page.getByRole('status', { name: say('people.loading') })).toBeVisible();
    await see('people-waiting');
    await following;
    answered.resolve();
    await expect(page.getByRole('heading', { name: say('people.failed') })).toBeVisible();
    await see('people-failed');
    await page.unroute(list);
    await page.getByRole('button', { name: say('people.retry') }).click();
    await expect(rowOf(page, RUTH.email)).toBeVisible();
    await see('people');
    await page.getByLabel(say('people.search'), { exact: true }).fill('nobody of this name');
    await expect(page.getByRole('heading', { name: say('people.none') })).toBeVisible();
    await see('people-none');
    await page.getByRole('button', { name: say('people.showAll') }).click();
    await expect(rowOf(page, RUTH.email)).toBeVisible();

    await page.getByRole('button', { name: say('people.invite') }).click();
    const addresses = page.getByRole('dialog').getByRole('textbox');
    await expect(addresses).toBeFocused();
    await see('people-invite-empty');
    await addresses.fill(
      `one.${locale}@example.org\nkofi\none.${locale}@example.org, two.${locale}@example.org\n${RUTH.email}`,
    );
    await expect(page.getByText(say('people.read.malformed'))).toBeVisible();
    await see('people-invite');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await expect(page.getByText(say('people.refused.name_taken'))).toBeVisible();
    await see('people-invited');
    await page.getByRole('button', { name: say('people.done'), exact: true }).click();
    await expect(rowOf(page, `two.${locale}@example.org`)).toBeVisible();
    await page.getByRole('button', { name: RUTH.name }).click();
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await see('people-menu');
    await page.getByRole('menuitem', { name: say('people.do.resetLink') }).click();
    await expect(page.getByRole('dialog').getByLabel(say('people.link'), { exact: true })).toBeVisible();
    await see('people-link');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: RUTH.name }).click();
    await page.getByRole('menuitem', { name: say('people.do.remove') }).click();
    await page.getByRole('radio', { name: say('people.remove.files.hand_over') }).check();
    await expect(page.getByText(say('people.remove.effects'))).toBeVisible();
    await see('people-remove');
    expect(findings).toEqual([]);
  });
}
