// docs/decisions/0067-grants-on-nodes.md
import { type NodeId, UserId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };
/** Twice the time in which a page asks whether it still has access. */
const LOST_WITHIN_MS = 120_000;

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let owner: Person;
let rootId: NodeId;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(150_000);

test.beforeAll(async () => {
  data = running.use(await createDataFolder('sharing'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  await new Person(coffer.url).call('acceptInvitation', { body: { code, name, password } });
  owner = new Person(coffer.url);
  rootId = (await owner.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace.rootId;
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

async function folder(name: string, parentId = rootId): Promise<NodeId> {
  return (await owner.call('createFolder', { body: { parentId, name } })).id;
}

async function pageOfRuth(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signInInBrowser(page, coffer, RUTH);
  return page;
}

async function pageIn(
  browser: Browser,
  locale: 'en' | 'ar',
  { email, password }: Readonly<Record<'email' | 'password', string>>,
): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(
    (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
    locale,
  );
  const say = wordsOf(locale);
  await page.goto(`${coffer.url}/sign-in`);
  await page.getByLabel(say('sign-in.name')).fill(email);
  await page.getByLabel(say('sign-in.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  return page;
}

/** Errors of the page itself: that a call was refused, the browser writes for every page. */
function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const isRefusedCall = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusedCall) errors.push(message.text());
  });
  return errors;
}

test('a folder is shared by keyboard, opened, worked in, and taken back', async ({ page: ada, browser }) => {
  const plans = await folder('Plans');
  await folder('Drawings', plans);
  await owner.upload(plans, 'counts.txt', Buffer.from('nine gates'));
  await signInInBrowser(ada, coffer);
  const ruth = await pageOfRuth(browser);
  const errors = errorsOf(ruth);

  await test.step('the dialog is used by keyboard alone', async () => {
    await row(ada, 'Plans').focus();
    await ada.keyboard.press('s');
    const dialog = ada.getByRole('dialog', { name: 'Share “Plans”' });
    await expect(dialog.getByLabel('Add people')).toBeFocused();
    await expect(dialog.getByRole('listitem')).toContainText(`${ADMINISTRATOR.name} (you)`);
    await ada.keyboard.type('okaf');
    await expect(dialog.getByRole('button', { name: /Ruth Okafor/ })).toBeVisible();
    await ada.keyboard.press('Enter');
    await expect(dialog.getByRole('list', { name: 'People to share with' })).toContainText(RUTH.name);
    await expect(dialog.getByLabel('Access', { exact: true })).toHaveValue('viewer');
    await dialog.getByRole('button', { name: 'Add message' }).focus();
    await ada.keyboard.press('Enter');
    await expect(dialog.getByLabel('Message (optional)')).toBeFocused();
    await ada.keyboard.type('For Monday');
    await ada.keyboard.press('Enter');
    await expect(dialog.getByLabel(`Access of ${RUTH.name}`, { exact: true })).toHaveValue('viewer');
    await expect(dialog.getByText('Shared here by you')).toBeVisible();
    await ada.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row(ada, 'Plans')).toBeFocused();
  });

  await test.step('the other person finds it and is offered no change', async () => {
    await navigation(ruth).getByRole('link', { name: 'Shared', exact: true }).click();
    await expect(ruth.getByText(`Shared by ${ADMINISTRATOR.name}`)).toBeVisible();
    await expect(ruth.getByText('For Monday')).toBeVisible();
    await link(ruth, 'Plans').click();
    await expect(ruth.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
    await expect(row(ruth, 'counts.txt')).toBeVisible();
    await expect(ruth.getByRole('navigation', { name: 'Folders above' })).toHaveCount(0);
    await expect(ruth.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
    await row(ruth, 'counts.txt').getByRole('button', { name: 'Actions for counts.txt' }).click();
    await expect(ruth.getByRole('menuitem', { name: 'Who has access' })).toBeVisible();
    for (const name of ['Rename', 'Move to…', 'Move to trash', 'Share']) {
      await expect(ruth.getByRole('menuitem', { name, exact: true })).toHaveCount(0);
    }
    await ruth.getByRole('menuitem', { name: 'Who has access' }).click();
    const dialog = ruth.getByRole('dialog', { name: 'Who has access to “counts.txt”' });
    await expect(dialog.getByText('From the folder “Plans”')).toBeVisible();
    await expect(dialog.getByLabel('Add people')).toHaveCount(0);
    await ruth.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await link(ruth, 'Drawings').click();
    await expect(ruth.getByRole('heading', { level: 1, name: 'Drawings' })).toBeVisible();
    const path = ruth.getByRole('navigation', { name: 'Folder path' });
    await expect(path.getByRole('link')).toHaveText(['Shared', 'Plans']);
    await path.getByRole('link', { name: 'Shared' }).click();
    await expect(ruth).toHaveURL(`${coffer.url}/shared`);
    await ruth.goBack();
    await link(ruth, 'Plans').click();
    await expect(row(ruth, 'counts.txt')).toBeVisible();
  });

  await test.step('as editor she renames and uploads', async () => {
    await row(ada, 'Plans').focus();
    await ada.keyboard.press('s');
    const role = ada.getByRole('dialog').getByLabel(`Access of ${RUTH.name}`, { exact: true });
    await role.selectOption('editor');
    await expect(role).toHaveValue('editor');
    await ruth.reload();
    await expect(ruth.getByRole('button', { name: 'New', exact: true })).toBeVisible();
    await ruth.getByLabel('Upload files').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('ten'),
    });
    await expect(row(ruth, 'notes.txt')).toBeVisible();
    await row(ruth, 'counts.txt').focus();
    await ruth.keyboard.press('F2');
    await expect(ruth.getByRole('textbox', { name: /counts\.txt/ })).toBeFocused();
    await ruth.keyboard.type('gates');
    await ruth.keyboard.press('Enter');
    await expect(row(ruth, 'gates.txt')).toBeVisible();
  });

  await test.step('removed, undone, and removed again: her page shows it', async () => {
    const dialog = ada.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: `Remove access of ${RUTH.name}` });
    await remove.click();
    await expect(remove).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
    await ada.keyboard.press('Enter');
    await expect(dialog.getByLabel(`Access of ${RUTH.name}`, { exact: true })).toHaveValue('editor');
    await remove.click();
    await expect(remove).toHaveCount(0);
    await expect(
      ruth.getByRole('heading', { level: 1, name: '“Plans” is no longer shared with you' }),
    ).toBeVisible({ timeout: LOST_WITHIN_MS });
    await ruth.getByRole('link', { name: 'Go to Shared' }).click();
    await expect(ruth.getByText('Nothing shared with you yet')).toBeVisible();
    expect(errors).toEqual([]);
  });
  await ruth.context().close();
});

test('search leads to shared items, and a shared file opens in the preview', async ({ browser }) => {
  const manual = await folder('Manual');
  const inside = await folder('Engines', manual);
  const { id: fileId } = await owner.upload(rootId, 'torque.txt', Buffer.from('forty newton metres'));
  const ruthId = (await owner.call('searchPeople', { query: { text: RUTH.email } })).items[0]?.id;
  if (ruthId === undefined) throw new Error('Ruth is not found');
  for (const nodeId of [manual, fileId]) {
    await owner.call('createGrants', { params: { nodeId }, body: { personIds: [ruthId], role: 'viewer' } });
  }
  const ruth = await pageOfRuth(browser);

  await ruth.goto(`${coffer.url}/search?q=engines`);
  await link(ruth, 'Engines').click();
  await expect(ruth.getByRole('heading', { level: 1, name: 'Engines' })).toBeVisible();
  await expect(ruth).toHaveURL(`${coffer.url}/shared/${inside}`);
  await expect(link(ruth, 'Manual')).toBeVisible();

  await ruth.goto(`${coffer.url}/shared/${fileId}`);
  await expect(ruth.getByText('forty newton metres')).toBeVisible();
  await expect(ruth.getByRole('button', { name: 'Rename' })).toHaveCount(0);
  await ruth.keyboard.press('Escape');
  await expect(link(ruth, 'torque.txt')).toBeVisible();
  await link(ruth, 'torque.txt').click();
  await expect(ruth.getByText('forty newton metres')).toBeVisible();
  await ruth.keyboard.press('Escape');

  await ruth.getByRole('button', { name: 'Leave “torque.txt”' }).click();
  await ruth.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(link(ruth, 'torque.txt')).toHaveCount(0);
  await expect(link(ruth, 'Manual')).toBeVisible();
  await ruth.context().close();
});

test('what one shared is listed once with everyone it is shared with, and taken back from all', async ({
  page,
}) => {
  const rota = await folder('Rota');
  const note = await owner.upload(rootId, 'note.txt', Buffer.from('a note'));
  const ruthId = (await owner.call('searchPeople', { query: { text: RUTH.email } })).items[0]?.id;
  if (ruthId === undefined) throw new Error('Ruth is not found');
  const { id: crewId } = await owner.call('createGroup', { body: { name: 'Crew' } });
  const shared = { personIds: [ruthId], groupIds: [crewId], role: 'editor' as const };
  await owner.call('createGrants', { params: { nodeId: rota }, body: shared });
  await owner.call('createGrants', {
    params: { nodeId: note.id },
    body: { personIds: [ruthId], role: 'viewer' },
  });
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/shared?list=by-me`);
  const list = page.getByRole('list', { name: 'Shared by me' });
  const messages = page.getByRole('region', { name: 'Messages' });
  const item = (name: string) => list.getByRole('listitem').filter({ has: link(page, name) });
  await expect(item('Rota')).toHaveCount(1);
  await expect(item('Rota')).toContainText(/Shared with \W*Crew\W+and \W*Ruth Okafor\W+Can edit/);
  await expect(item('note.txt')).toContainText(/Shared with \W*Ruth Okafor\W+Can view/);

  await page.getByRole('button', { name: 'Stop sharing “Rota” with everyone' }).click();
  await expect(item('Rota')).toHaveCount(0);
  // Of the row that took its place.
  const next = list.getByRole('button', { name: /^(Remove access of|Stop sharing)/ });
  await expect(next.and(page.locator(':focus'))).toHaveCount(1);
  await expect(messages.getByText('You stopped sharing “Rota”')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item('Rota')).toContainText(/Shared with \W*Crew\W+and \W*Ruth Okafor\W+Can edit/);

  await page.getByRole('checkbox', { name: 'Select “Rota”' }).check();
  await page.getByRole('checkbox', { name: 'Select “note.txt”' }).check();
  await page.getByRole('button', { name: 'Remove access', exact: true }).click();
  await expect(messages.getByText('Access removed from 2 items')).toBeVisible();
  await expect(item('Rota')).toHaveCount(0);
  const place = page
    .getByRole('checkbox', { name: 'Select all that is shown' })
    .or(page.getByRole('heading', { level: 1 }));
  await expect(place.and(page.locator(':focus'))).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(messages.getByText('Access given back to 2 items')).toBeVisible();
  await expect(item('Rota')).toContainText(/Shared with \W*Crew\W+and \W*Ruth Okafor\W+Can edit/);
  await expect(item('note.txt')).toContainText(/Shared with \W*Ruth Okafor\W+Can view/);
  await expect(page.getByRole('checkbox', { name: 'Select “Rota”' })).not.toBeChecked();
});

test.describe('the faces', () => {
  for (const locale of ['en', 'ar'] as const) {
    test(`are without a fault in ${locale}`, async ({ browser }) => {
      const say = wordsOf(locale);
      const shelf = await folder(`Shelf ${locale}`);
      const page = await pageIn(browser, locale, ADMINISTRATOR);
      const { see, findings } = sightOf(page, locale === 'en' ? EVERY_LOOK : LOOKS.rightToLeft, 'sharing');
      await page.goto(`${coffer.url}/shared?list=by-me`);
      await expect(page.getByRole('link', { name: say('shared.by-me') })).toBeVisible();
      await see(`${locale}-by-me-before`);

      await page.goto(coffer.url);
      await row(page, `Shelf ${locale}`).focus();
      await page.keyboard.press('s');
      const dialog = page.getByRole('dialog', { name: say('share.title', { name: `Shelf ${locale}` }) });
      await expect(dialog.getByLabel(say('share.add'))).toBeFocused();
      await page.keyboard.type('okaf');
      await expect(dialog.getByRole('button', { name: /Ruth Okafor/ })).toBeVisible();
      await see(`${locale}-share-found`);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: say('share.message.add') }).click();
      await dialog.getByRole('button', { name: say('share.ends.add') }).click();
      await dialog.getByLabel(say('share.ends'), { exact: true }).fill('2000-01-01');
      await expect(dialog.getByText(say('share.ends.past'))).toBeVisible();
      await see(`${locale}-share-form`);
      await dialog.getByLabel(say('share.ends'), { exact: true }).fill('2199-12-31');
      await dialog.getByRole('button', { name: say('share.submit'), exact: true }).click();
      const change = dialog.getByRole('button', { name: say('share.ends.change', { name: RUTH.name }) });
      await change.click();
      await expect(dialog.getByLabel(say('share.ends.of', { name: RUTH.name }))).toHaveValue('2199-12-31');
      await see(`${locale}-share-given`);
      await page.keyboard.press('Escape');
      await page.goto(`${coffer.url}/shared?list=by-me`);
      await expect(link(page, `Shelf ${locale}`)).toBeVisible();
      await see(`${locale}-by-me`);
      await page.context().close();

      const ruth = await pageIn(browser, locale, RUTH);
      const sight = sightOf(ruth, locale === 'en' ? EVERY_LOOK : LOOKS.rightToLeft, 'sharing');
      await ruth.goto(`${coffer.url}/shared`);
      await expect(link(ruth, `Shelf ${locale}`)).toBeVisible();
      await sight.see(`${locale}-with-me`);
      await ruth.goto(`${coffer.url}/shared/${shelf}`);
      await expect(ruth.getByRole('heading', { level: 1, name: `Shelf ${locale}` })).toBeVisible();
      await sight.see(`${locale}-folder`);
      await ruth.goto(`${coffer.url}/shared/${rootId}`);
      await expect(ruth.getByRole('heading', { name: say('shared.lost.unknownTitle') })).toBeVisible();
      await sight.see(`${locale}-lost`);
      expect([...findings, ...sight.findings]).toEqual([]);
      await ruth.context().close();
    });
  }
});

test('a file is copied to a folder that others share, and not offered one that may only be viewed', async ({
  browser,
}) => {
  const ruth = new Person(coffer.url);
  const { person, personalSpace } = await ruth.signIn(RUTH.email, RUTH.password);
  const personIds = [UserId.parse(person.id)];
  for (const [name, role] of [
    ['Minutes', 'editor'],
    ['Laws', 'viewer'],
  ] as const) {
    await owner.call('createGrants', { params: { nodeId: await folder(name) }, body: { personIds, role } });
  }
  await ruth.upload(personalSpace.rootId, 'may.txt', Buffer.from('agreed'));
  const page = await pageOfRuth(browser);
  await row(page, 'may.txt').click();
  await page.getByRole('button', { name: 'Copy to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy “may.txt”' });
  await dialog.getByRole('button', { name: 'Spaces' }).click();
  const places = dialog.getByRole('row');
  await expect(places.filter({ hasText: 'Laws' })).toHaveCount(0);
  await expect(places.filter({ hasText: 'Minutes' })).toContainText(`Shared by ${ADMINISTRATOR.name}`);
  await places.filter({ hasText: 'Minutes' }).click();
  await expect(dialog.locator('[aria-current="location"]')).toHaveText('Minutes');
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(page.getByText('Copied “may.txt” to Minutes').first()).toBeVisible();
  await page.goto(`${coffer.url}/shared`);
  await link(page, 'Minutes').click();
  await expect(row(page, 'may.txt')).toBeVisible();
});

test('who is typed is taken by Enter before the answer, and nobody is left out unnoticed', async ({
  page,
}) => {
  await folder('Sketches');
  await signInInBrowser(page, coffer);
  await row(page, 'Sketches').focus();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share “Sketches”' });
  const field = dialog.getByLabel('Add people');
  const chosen = dialog.getByRole('list', { name: 'People to share with' });
  await expect(field).toBeFocused();
  await page.keyboard.type(RUTH.email);
  await page.keyboard.press('Enter');
  await expect(chosen).toContainText(RUTH.name);
  await expect(field).toHaveValue('');
  await page.keyboard.type('nobody of this name');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(field).toHaveAccessibleDescription(/No one found/);
  await expect(field).toBeFocused();
  await expect(dialog.getByLabel(`Access of ${RUTH.name}`, { exact: true })).toHaveCount(0);
  await field.fill('okaf');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByLabel(`Access of ${RUTH.name}`, { exact: true })).toHaveValue('viewer');
});
