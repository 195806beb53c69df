import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { openFilesAs } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('spaces'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  await new Person(coffer.url).call('acceptInvitation', { body: { code, name, password } });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const files = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByRole('link', { name, exact: true });

/** The text is also in a live region. */
const toast = (page: Page, text: string): Locator => page.getByText(text).first();

async function pageOfRuth(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', acceptDownloads: true });
  const page = await context.newPage();
  await openFilesAs(page, coffer, RUTH);
  return page;
}

/** What a browser does when somebody comes back to a tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

async function changeRoleOfRuth(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Members of Field team' });
  const select = dialog.getByLabel(`Role of ${RUTH.name}`);
  await select.selectOption(role);
  await expect(select).toHaveValue(role);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('two people share a space: one sees, then works in it, then loses it without an error page', async ({
  page: ada,
  browser,
}) => {
  await openFilesAs(ada, coffer);
  const ruth = await pageOfRuth(browser);
  // This page finds out by what it does; live.spec.ts shows the other way.
  await ruth.route('**/api/v1/changes', async (route) => await route.abort());

  await test.step('a space is created and filled by keyboard', async () => {
    await navigation(ada).getByRole('button', { name: 'New space' }).focus();
    await ada.keyboard.press('Enter');
    const dialog = ada.getByRole('dialog', { name: 'New space' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await ada.keyboard.press('Enter');
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await ada.keyboard.type('Field team');
    await ada.keyboard.press('Enter');
    await expect(ada.getByRole('heading', { level: 1, name: 'Field team' })).toBeVisible();
    await expect(navigation(ada).getByRole('link', { name: 'Field team' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await ada.getByLabel('Upload files').setInputFiles({
      name: 'counts.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('nine gates'),
    });
    await expect(files(ada, 'counts.txt')).toBeVisible();
  });

  await test.step('a person is found by name and added as viewer', async () => {
    await ada.getByRole('button', { name: 'Members' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Members of Field team' });
    await expect(dialog.getByText('Only owner.', { exact: false })).toBeVisible();
    await expect(dialog.getByLabel('Add people')).toBeFocused();
    await ada.keyboard.type('nobody at all');
    await expect(dialog.getByText('No one found.', { exact: false })).toBeVisible();
    await dialog.getByLabel('Add people').fill('okaf');
    await expect(dialog.getByRole('button', { name: /Ruth Okafor/ })).toBeVisible();
    await ada.keyboard.press('Enter');
    await expect(dialog.getByRole('list', { name: 'People to add' })).toContainText(RUTH.name);
    await dialog.getByLabel('Role for new members').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Add 1 person' }).click();
    await expect(dialog.getByLabel(`Role of ${RUTH.name}`)).toHaveValue('viewer');
    await ada.keyboard.press('Escape');
  });

  await test.step('a viewer sees the files and is offered no change', async () => {
    await ruth.reload();
    await navigation(ruth).getByRole('link', { name: 'Field team' }).click();
    await expect(files(ruth, 'counts.txt')).toBeVisible();
    await expect(ruth.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
    await ruth.getByRole('button', { name: 'Actions for counts.txt' }).click();
    await expect(ruth.getByRole('menuitem', { name: 'Download' })).toBeVisible();
    await expect(ruth.getByRole('menuitem', { name: 'Rename' })).toHaveCount(0);
    await expect(ruth.getByRole('menuitem', { name: 'Move to trash' })).toHaveCount(0);
    await ruth.keyboard.press('Escape');
    await ruth.getByRole('row', { name: /^counts\.txt/ }).focus();
    for (const key of ['n', 'u', 'F2', 'Delete']) await ruth.keyboard.press(key);
    await expect(ruth.getByRole('dialog')).toHaveCount(0);
    await expect(files(ruth, 'counts.txt')).toBeVisible();
    await ruth.getByRole('button', { name: 'Clear selection' }).click();
    await ruth.getByRole('button', { name: 'Members' }).click();
    const dialog = ruth.getByRole('dialog', { name: 'Members of Field team' });
    await expect(dialog.getByText(ADMINISTRATOR.name)).toBeVisible();
    await expect(dialog.getByRole('combobox')).toHaveCount(0);
    await expect(dialog.getByLabel('Add people')).toHaveCount(0);
    await ruth.keyboard.press('Escape');
  });

  await test.step('an editor uploads, and the owner sees it', async () => {
    await changeRoleOfRuth(ada, 'editor');
    await ruth.reload();
    await expect(ruth.getByRole('button', { name: 'New', exact: true })).toBeVisible();
    await ruth.getByLabel('Upload files').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('open at dawn'),
    });
    await expect(files(ruth, 'notes.txt')).toBeVisible();
    await ada.reload();
    await expect(files(ada, 'notes.txt')).toBeVisible();
  });

  await test.step('the details of a file name its space', async () => {
    await files(ruth, 'notes.txt').click();
    await ruth.getByRole('dialog').getByRole('button', { name: 'Details' }).click();
    await expect(ruth.getByRole('complementary', { name: 'Details' })).toContainText('Field team');
    await ruth.keyboard.press('Escape');
    await ruth.keyboard.press('Escape');
    await expect(ruth.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('an editor restores from the trash of the space, and is offered no permanent deletion', async () => {
    const address = ruth.url();
    await ruth.getByRole('row', { name: /^notes\.txt/ }).press('Delete');
    await expect(files(ruth, 'notes.txt')).toHaveCount(0);
    await navigation(ruth).getByRole('link', { name: 'Trash' }).click();
    await expect(ruth.getByRole('main').getByRole('link', { name: 'Field team' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const row = ruth.getByRole('row', { name: /^notes\.txt/ });
    await expect(row).toContainText(RUTH.name);
    await expect(ruth.getByRole('button', { name: 'Empty trash' })).toHaveCount(0);
    await row.press('Shift+Delete');
    await row.click();
    await expect(ruth.getByRole('button', { name: 'Delete permanently' })).toHaveCount(0);
    await expect(ruth.getByRole('alertdialog')).toHaveCount(0);
    await ruth.getByRole('button', { name: 'Actions for notes.txt' }).click();
    await expect(ruth.getByRole('menuitem', { name: 'Restore', exact: true })).toBeVisible();
    await expect(ruth.getByRole('menuitem', { name: 'Delete permanently' })).toHaveCount(0);
    await ruth.getByRole('menuitem', { name: 'Restore', exact: true }).click();
    await expect(ruth.getByText('Trash is empty')).toBeVisible();
    await ruth.goto(address);
    await expect(files(ruth, 'notes.txt')).toBeVisible();
  });

  await test.step('who is removed is led out, and the address opens nothing any more', async () => {
    const address = ruth.url();
    await ada.getByRole('button', { name: 'Members' }).click();
    await ada.getByRole('button', { name: `Remove ${RUTH.name}` }).click();
    await expect(toast(ada, `Removed ${RUTH.name}`)).toBeVisible();
    await expect(ada.getByRole('dialog').getByLabel('Add people'), 'her row is gone').toBeFocused();
    // The dialog leaves the message and its Undo in reach.
    await ada.keyboard.press('F6');
    await expect(ada.getByRole('button', { name: 'Undo' })).toBeFocused();
    await ada.keyboard.press('F6');
    await expect(ada.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await ada.keyboard.press('Escape');
    await ruth.getByRole('button', { name: 'New', exact: true }).click();
    await ruth.getByRole('menuitem', { name: 'New folder' }).click();
    await ruth.getByRole('dialog').getByLabel('Name').fill('Late');
    await ruth.keyboard.press('Enter');
    await expect(
      ruth.getByRole('dialog').getByText('or you don’t have access', { exact: false }),
    ).toBeVisible();
    await ruth.keyboard.press('Escape');
    await comeBack(ruth);
    await expect(toast(ruth, 'You no longer have access to Field team.')).toBeVisible();
    await expect(ruth.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
    await expect(navigation(ruth).getByRole('link', { name: 'Field team' })).toHaveCount(0);
    await ruth.goto(address);
    await expect(ruth.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
  await ruth.context().close();
});

test('a space is archived and restored by its owner, and left by a member', async ({ page, browser }) => {
  const ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const space = await ada.call('createSpace', { body: { name: 'Photo archive', color: 'orange' } });
  const ruth = await pageOfRuth(browser);
  const found = await ada.call('searchPeople', { query: { text: RUTH.email } });
  await ada.call('addMembers', {
    params: { spaceId: space.id },
    body: { personIds: found.items.map(({ id }) => id), role: 'contributor' },
  });

  await openFilesAs(page, coffer);
  await page.goto(`${coffer.url}/s/${space.id}`);
  await page.getByRole('button', { name: 'Space settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Photo archive' });
  await expect(settings.getByText('You’re the only owner.', { exact: false })).toBeVisible();
  await settings.getByLabel('Description (optional)').fill('What the cameras saw');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Space settings saved')).toBeVisible();

  await page.getByRole('button', { name: 'Space settings' }).click();
  await settings.getByRole('button', { name: 'Archive space' }).click();
  const question = page.getByRole('alertdialog', { name: 'Archive Photo archive?' });
  await question.getByRole('button', { name: 'Archive space' }).click();
  await expect(toast(page, 'Archived Photo archive')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Photo archive' })).toHaveCount(0);
  await ruth.goto(`${coffer.url}/s/${space.id}`);
  await expect(ruth.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await navigation(page).getByRole('button', { name: 'New space' }).click();
  await page.getByRole('button', { name: 'Restore Photo archive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Photo archive' })).toBeVisible();

  await ruth.reload();
  await ruth.getByRole('button', { name: 'About this space' }).click();
  await expect(ruth.getByRole('dialog').getByText('What the cameras saw')).toBeVisible();
  await ruth.getByRole('button', { name: 'Leave space' }).click();
  await ruth.getByRole('alertdialog').getByRole('button', { name: 'Leave space' }).click();
  await expect(toast(ruth, 'You left Photo archive')).toBeVisible();
  await expect(navigation(ruth).getByRole('link', { name: 'Photo archive' })).toHaveCount(0);
  await ruth.context().close();
});

for (const locale of ['en', 'ar'] as const) {
  test(`every screen of a space is judged by axe (${locale})`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'spaces');
    const ada = new Person(coffer.url);
    await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const space = await ada.call('createSpace', { body: { name: `Reports ${locale}`, color: 'violet' } });
    const gone = await ada.call('createSpace', { body: { name: `Old ${locale}`, color: 'red' } });
    await ada.call('archiveSpace', { params: { spaceId: gone.id } });
    await page.goto(`${coffer.url}/sign-in`);
    await page.getByLabel(say('sign-in.name')).fill(ADMINISTRATOR.email);
    await page.getByLabel(say('sign-in.password'), { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
    await expect(page.getByRole('grid')).toBeVisible();

    await page.goto(`${coffer.url}/s/${space.id}`);
    await expect(page.getByText(say('browse.empty.title'))).toBeVisible();
    await see('empty');
    await page.getByRole('button', { name: say('spaces.members') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('list', { name: say('spaces.members.list') })).toBeVisible();
    await see('members');
    await dialog.getByLabel(say('spaces.add'), { exact: true }).fill('ruth');
    await expect(dialog.getByRole('list', { name: say('spaces.add.found') })).toBeVisible();
    await see('found');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('list', { name: say('spaces.add.chosen') })).toBeVisible();
    await see('chosen');
    await dialog.getByRole('button', { name: say('spaces.add.people', { count: '1' }) }).click();
    await expect(dialog.getByLabel(say('spaces.members.role', { name: RUTH.name }))).toBeVisible();
    await see('added');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: say('spaces.settings') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await see('settings');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: say('shell.newSpace') }).click();
    await expect(page.getByRole('list', { name: say('spaces.archives') })).toBeVisible();
    await see('new');
    expect(findings).toEqual([]);
  });
}
