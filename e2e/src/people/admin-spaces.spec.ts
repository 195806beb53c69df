import type { SpaceId } from '@coffer/contracts';
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
const INES = { name: 'Ines Duarte', email: 'ines@example.org', password: 'Two-Turtle-Doves-2' };
const SPACE = 'Field team';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ruth: Person;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function arrive({ name, email, password }: typeof RUTH): Promise<Person> {
  const printed = await runPeople({ coffer, data }, ['invite', email]);
  const person = new Person(coffer.url);
  const code = linkIn(printed).split('#')[1] ?? '';
  await person.call('acceptInvitation', { body: { code, name, password } });
  await person.signIn(email, password);
  return person;
}

test.beforeAll(async () => {
  data = running.use(await createDataFolder('admin-spaces'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ruth = await arrive(RUTH);
  await arrive(INES);
  await ruth.call('createSpace', { body: { name: SPACE, description: '', color: 'green' } });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** As another administrator would. */
async function changeReason(spaceId: SpaceId, reason: string): Promise<void> {
  const other = new Person(coffer.url);
  await other.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { items } = await other.call('listAdminSpaces', { query: { state: 'held' } });
  const revision = items.find(({ id }) => id === spaceId)?.revision ?? 0;
  await other.call('holdSpace', { params: { spaceId }, revision, body: { reason } });
}

const row = (page: Page) => page.getByRole('row').filter({ hasText: SPACE });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${SPACE}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('an administrator limits, archives and hands over a space that stays closed to them', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin/spaces`);
  await expect(page.getByText('1 team space · 3 personal spaces')).toBeVisible();
  const search = page.getByLabel('Search spaces');
  await page.route('**/api/v1/admin/spaces?*', async (route) => await route.abort());
  await search.fill('fiel');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(search).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await search.press('End');
  await search.pressSequentially('d');
  await expect(page.getByText('1 found')).toBeVisible();
  await expect(row(page)).toContainText(RUTH.name);
  await expect(row(page).getByRole('link', { name: SPACE })).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${SPACE}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Change owner', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  await act(page, 'Change storage limit');
  await page.getByRole('dialog').getByLabel('Limit').fill('7');
  await page.keyboard.press('Enter');
  await expect(row(page)).toContainText('of 7 GB');
  await messages(page).getByRole('button', { name: 'Undo' }).first().click();
  await expect(row(page)).toContainText('of 100 GB');

  await act(page, 'Archive');
  await expect(row(page)).toContainText('Will be deleted on');
  await messages(page).getByText(`Archived ${SPACE}`).first().waitFor();
  await messages(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(row(page)).not.toContainText('Will be deleted on');

  await act(page, 'Change owner');
  const dialog = page.getByRole('dialog', { name: `New owner of “${SPACE}”` });
  await dialog.getByRole('button', { name: 'Change owner' }).click();
  await expect(dialog.getByText('Choose the new owner.')).toBeVisible();
  await dialog.getByLabel('New owner').first().fill(ADMINISTRATOR.email);
  await expect(dialog.getByText('No one found')).toBeVisible();
  await dialog.getByLabel('New owner').first().fill(INES.email);
  await dialog.getByRole('radio', { name: INES.name }).check();
  await dialog.getByRole('button', { name: 'Change owner' }).click();
  await expect(row(page)).toContainText(INES.name);
  await expect(row(page).getByRole('link', { name: SPACE })).toHaveCount(0);
  const { items } = await ruth.call('listSpaces');
  expect(items.find(({ name }) => name === SPACE)).toMatchObject({ role: 'manager' });
  const notifications = await ruth.call('listNotifications');
  expect(notifications.items.map(({ subject }) => subject.kind).toSorted()).toEqual([
    'space_archived',
    'space_restored',
    'space_role',
  ]);
  await page.goto(`${coffer.url}/admin/audit`);
  const handed = page.getByRole('row').filter({ hasText: SPACE }).filter({ hasText: RUTH.name });
  await expect(handed.first()).toBeVisible();
});

test('while a space is on hold its trash keeps everything and says so, and members work on', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const { id: spaceId, rootId } = await ruth.call('createSpace', {
    body: { name: 'Case files', color: 'red' },
  });
  const { id: nodeId } = await ruth.call('createFolder', { body: { parentId: rootId, name: 'Letters' } });
  await ruth.call('trashNodes', { body: { ids: [nodeId] } });
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin/spaces`);
  const held = page.getByRole('row').filter({ hasText: 'Case files' });
  const choose = async (action: string): Promise<void> => {
    await held.getByRole('button', { name: 'Actions for Case files' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await choose('Put on hold');
  const dialog = page.getByRole('dialog', { name: 'Put “Case files” on hold?' });
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByText('Enter the reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Dispute with the landlord');
  await page.keyboard.press('Enter');
  await expect(held).toContainText('On hold');

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const hers = await context.newPage();
  await signInInBrowser(hers, coffer, RUTH);
  await hers.goto(`${coffer.url}/trash/${spaceId}`);
  await expect(hers.getByText('This space is on hold.')).toBeVisible();
  await expect(hers.getByRole('button', { name: 'Empty trash' })).toBeDisabled();
  const item = hers.getByRole('row', { name: /^Letters/ });
  await item.click({ button: 'right' });
  await expect(hers.getByRole('menuitem', { name: 'Delete permanently' })).toBeDisabled();
  await hers.getByRole('menuitem', { name: 'Restore', exact: true }).click();
  await expect(hers.getByText('Restored Letters').first()).toBeVisible();
  const refusal = ruth.call('archiveSpace', { params: { spaceId } });
  await expect(refusal).rejects.toThrow('409 under_hold');
  await ruth.call('trashNodes', { body: { ids: [nodeId] } });

  await choose('Show hold');
  await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('Dispute with the landlord');
  await page.keyboard.press('Escape');
  await choose('End hold');
  await changeReason(spaceId, 'Dispute with the landlord, and with a tenant');
  const ending = page.getByRole('alertdialog');
  await ending.getByRole('button', { name: 'End hold' }).click();
  await expect(ending.getByText('Someone else changed this space in the meantime.')).toBeVisible();
  await expect(ending.getByText('and with a tenant')).toBeVisible();
  await ending.getByRole('button', { name: 'End hold' }).click();
  await expect(held).toContainText('Active');
  await expect(hers.getByRole('button', { name: 'Empty trash' })).toBeEnabled();
  await hers.getByRole('button', { name: 'Empty trash' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(hers.getByText('Trash is empty').first()).toBeVisible();
  await context.close();
  await page.goto(`${coffer.url}/admin/audit`);
  await expect(page.getByRole('row').filter({ hasText: 'Dispute with the landlord' })).toHaveCount(3);
});

test('a hold that somebody has ended meanwhile is asked about anew, although the list leaves its space out', async ({
  page,
}) => {
  const { id: spaceId } = await ruth.call('createSpace', { body: { name: 'Old case', color: 'red' } });
  const other = new Person(coffer.url);
  await other.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const revision = async (): Promise<number> => {
    const { items } = await other.call('listAdminSpaces', { query: { text: 'Old case' } });
    return items[0]?.revision ?? 0;
  };
  const body = { reason: 'An old dispute' };
  await other.call('holdSpace', { params: { spaceId }, revision: await revision(), body });
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin/spaces?state=held`);
  await page.getByRole('button', { name: 'Actions for Old case' }).click();
  await page.getByRole('menuitem', { name: 'Show hold' }).click();
  await other.call('endHold', { params: { spaceId }, revision: await revision() });
  await page.getByRole('dialog').getByLabel('Reason').fill('A new dispute');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Put “Old case” on hold?' });
  await expect(dialog.getByText('Someone else changed this space in the meantime.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Old case' })).toContainText('On hold');
  await other.call('endHold', { params: { spaceId }, revision: await revision() });
});

for (const locale of ['en', 'ar'] as const) {
  test(`the list of spaces has no accessibility problem (${locale})`, async ({ page }) => {
    test.setTimeout(180_000);
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'admin-spaces');
    await page.goto(`${coffer.url}/admin/spaces`);
    await expect(row(page)).toBeVisible();
    await see(`spaces-${locale}`);
    await page.getByRole('button', { name: say('adminSpaces.actions', { name: SPACE }) }).click();
    await page.getByRole('menuitem', { name: say('adminSpaces.do.give') }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    await see(`spaces-give-${locale}`);
    expect(findings).toEqual([]);
  });
}
