import type { NodeId, NodeView, SpaceId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { judge } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };
const LIST = 'bread\nmilk\ntea\n';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;
let ruth: Person;
let ruthId: NonNullable<Awaited<ReturnType<Person['signIn']>>>['person']['id'];
let spaceId: SpaceId;
let rootId: NodeId;
let ownRootId: NodeId;

test.beforeAll(async () => {
  data = running.use(await createDataFolder('editing'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  ruth = new Person(coffer.url);
  await ruth.call('acceptInvitation', { body: { code, name, password } });
  ruthId = (await ruth.signIn(RUTH.email, password)).person.id;
  ada = new Person(coffer.url);
  const session = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  ownRootId = session.personalSpace.rootId;
  const space = await ada.call('createSpace', { body: { name: 'Kitchen', color: 'teal' } });
  ({ id: spaceId, rootId } = space);
  await ada.call('addMembers', { params: { spaceId }, body: { personIds: [ruthId], role: 'editor' } });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('a file is edited and saved as its next version, by keyboard', async ({ page }) => {
  const file = await upload('list.txt', LIST);
  const { preview, code } = await openEditor(page, file);
  await expect(code).toBeFocused();
  await expect(preview.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.keyboard.type('eggs\n');
  await expect(preview.getByText('Unsaved changes')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe(`eggs\n${LIST}`);
  await page.keyboard.press('Escape');
  await expect(preview.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(preview.getByText('eggs')).toBeVisible();
  const { items } = await ada.call('listVersions', { params: { nodeId: file.id } });
  expect(items).toHaveLength(2);
});

test('line breaks and encoding stay as they were, and a character that does not fit is asked about', async ({
  page,
}) => {
  const old = Buffer.from('A menu of the caf\xe9\r\ntea\r\n', 'latin1');
  const file = await ada.upload(rootId, 'menu.txt', old);
  const { preview } = await openEditor(page, file);
  await page.keyboard.type('1 \u20ac\n');
  await page.keyboard.press('Control+s');
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  const expected = Buffer.concat([Buffer.from([0x31, 0x20, 0x80, 0x0d, 0x0a]), old]);
  expect(await bytesOf(file)).toEqual(expected);
  await page.keyboard.insertText('قائمة');
  await page.keyboard.press('Control+s');
  await expect(preview.getByText('Some characters can’t be saved in this file’s encoding')).toBeVisible();
  expect(await bytesOf(file)).toEqual(expected);
  await preview.getByRole('button', { name: 'Save as UTF-8' }).click();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toContain('1 €\r\nقائمةA menu of the café\r\n');
});

test('what two people changed at different places is merged', async ({ page }) => {
  const file = await upload('merged.txt', LIST);
  const { preview } = await openEditor(page, file);
  await page.keyboard.type('eggs\n');
  await ruth.replace(file, Buffer.from(`${LIST}salt\n`));
  await page.keyboard.press('Control+s');
  const heading = preview.getByRole('heading', {
    name: /Ruth Okafor.* saved this file while you were editing/,
  });
  await expect(heading).toBeFocused();
  await expect(preview.getByText('All changes fit together.')).toBeVisible();
  await expect(preview.getByText('salt')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Save merged text' }).click();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe(`eggs\n${LIST}salt\n`);
});

test('of two changes of one line each can be kept, and neither is lost', async ({ page }) => {
  const file = await upload('conflict.txt', LIST);
  const { preview } = await openEditor(page, file);
  await page.keyboard.press('End');
  await page.keyboard.type(' of rye');
  await ruth.replace(file, Buffer.from(LIST.replace('bread', 'bread of wheat')));
  await page.keyboard.press('Control+s');
  await expect(preview.getByText('1 change needs your decision.')).toBeVisible();
  const save = preview.getByRole('button', { name: 'Save merged text' });
  await expect(save).toBeDisabled();
  expect(await judge(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Use both' }).click();
  await save.click();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe('bread of rye\nbread of wheat\nmilk\ntea\n');

  await page.keyboard.press('Control+Home');
  await preview.getByRole('textbox', { name: 'Text of conflict.txt' }).press('Control+Home');
  await page.keyboard.type('white ');
  await ruth.replace(file, Buffer.from('nothing'));
  await page.keyboard.press('Control+s');
  await preview.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  // The own text was saved just before, as the version below.
  await expect.poll(async () => await contentOf(file)).toBe('nothing');
  const { items } = await ada.call('listVersions', { params: { nodeId: file.id } });
  expect(items).toHaveLength(6);

  await page.keyboard.press('Control+End');
  await preview.getByRole('textbox', { name: 'Text of conflict.txt' }).press('Control+End');
  await page.keyboard.type(' mine');
  await ruth.replace(file, Buffer.from('all'));
  await page.keyboard.press('Control+s');
  await preview.getByRole('button', { name: 'Save mine as a copy' }).click();
  await expect(preview.getByText('Saved as conflict (2).txt')).toBeVisible();
  expect(await contentOf(file)).toBe('all');
  const { items: children } = await ada.call('listChildren', { params: { nodeId: rootId } });
  const copy = children.find(({ name }) => name === 'conflict (2).txt');
  expect(copy === undefined ? undefined : await contentOf(copy)).toBe('nothing mine');
});

test('a lost network, file or right is reported, and the text stays', async ({ page }) => {
  const file = await upload('lost.txt', LIST);
  await page.clock.install();
  const { preview } = await openEditor(page, file);
  await page.keyboard.type('eggs\n');
  await page.context().setOffline(true);
  await page.keyboard.press('Control+s');
  await expect(preview.getByText('Couldn’t save')).toBeVisible({ timeout: 60_000 });
  expect(await judge(page)).toEqual([]);
  await page.context().setOffline(false);
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe(`eggs\n${LIST}`);
  await preview.getByRole('textbox', { name: 'Text of lost.txt' }).press('End');
  await page.keyboard.type(' boiled');
  const typed = preview.getByText('bread boiled');
  for (const [status, code] of [
    [503, 'database_unavailable'],
    [404, 'node_not_found'],
  ] as const) {
    await lookAway(page, file, { type: 'about:blank', title: code, status, code, requestId: 'r' });
    await expect(typed, code).toBeVisible();
  }
  await ada.call('trashNodes', { body: { ids: [file.id] } });
  await page.keyboard.press('Control+s');
  await expect(preview.getByText('This file was deleted or you no longer have access')).toBeVisible();
  await preview.getByRole('button', { name: 'Save as a copy' }).click();
  // The copy takes the name that the trash has freed.
  const copyOf = async (): Promise<string | undefined> => {
    const { items } = await ada.call('listChildren', { params: { nodeId: rootId } });
    const copy = items.find(({ name }) => name === 'lost.txt');
    return copy === undefined ? undefined : await contentOf(copy);
  };
  await expect.poll(copyOf).toBe(`eggs\n${LIST.replace('bread', 'bread boiled')}`);
});

test('a copy of a file whose folder is gone is saved into the own files', async ({ page }) => {
  const folder = await makeFolder('Short-lived', rootId);
  const file = await ada.upload(folder.id, 'orphan.txt', Buffer.from(LIST));
  const { preview } = await openEditor(page, file);
  await page.keyboard.type('eggs\n');
  await ada.call('trashNodes', { body: { ids: [folder.id] } });
  await page.keyboard.press('Control+s');
  await preview.getByRole('button', { name: 'Save as a copy' }).click();
  await expect(page.getByText('The folder is gone. Saved as orphan.txt in Files.').first()).toBeVisible();
  const { items: spaces } = await ada.call('listSpaces');
  const own = spaces.find(({ kind }) => kind === 'personal');
  if (own === undefined) throw new Error('no own files');
  const { items } = await ada.call('listChildren', { params: { nodeId: own.rootId } });
  const copy = items.find(({ name }) => name === 'orphan.txt');
  expect(copy === undefined ? undefined : await contentOf(copy)).toBe(`eggs\n${LIST}`);
});

test('the editor of a file that others move meanwhile stays open', async ({ page }) => {
  const folder = await makeFolder('Old lists', rootId);
  const other = await ada.call('createSpace', { body: { name: 'Pantry', color: 'red' } });
  const file = await upload('moved.txt', LIST);
  const { preview, code } = await openEditor(page, file);
  for (const [word, parentId, name] of [
    ['eggs', folder.id, folder.name],
    ['rice', other.rootId, other.name],
  ] as const) {
    await page.keyboard.type(`${word}\n`);
    await ada.call('moveNodes', { body: { ids: [file.id], parentId } });
    await page.keyboard.press('Control+s');
    await expect.poll(async () => await contentOf(file)).toContain(word);
    await expect(page.locator('h1', { hasText: name })).toBeAttached();
    await expect(code).toBeFocused();
    await expect(code).toContainText(word);
  }
  await expect(preview.getByRole('button', { name: 'Done' })).toBeVisible();
});

test('the editor of a shared file stays open when the file moves to a folder that was not open', async ({
  browser,
}) => {
  const handed = await makeFolder('Handed on', ownRootId);
  const inner = await makeFolder('Inner', handed.id);
  await ada.call('createGrants', {
    params: { nodeId: handed.id },
    body: { personIds: [ruthId], role: 'editor' },
  });
  const file = await ada.upload(handed.id, 'shared.txt', Buffer.from(LIST));
  const page = await pageOfRuth(browser);
  await page.goto(`${coffer.url}/shared/${file.id}/view`);
  const preview = page.getByRole('dialog', { name: 'shared.txt' });
  await preview.getByRole('button', { name: 'Edit' }).click();
  const code = preview.getByRole('textbox', { name: 'Text of shared.txt' });
  await expect(code).toBeFocused();
  await page.keyboard.type('eggs\n');
  await ada.call('moveNodes', { body: { ids: [file.id], parentId: inner.id } });
  await page.keyboard.press('Control+s');
  await expect(page.locator('h1', { hasText: 'Inner' })).toBeAttached();
  await expect(code).toBeFocused();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe(`eggs\n${LIST}`);
  await page.context().close();
});

test('a new text file is named, made and written without leaving the page', async ({ page }) => {
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page.goto(`${coffer.url}/s/${spaceId}`);
  await upload('taken.md', LIST);
  const begin = async (entry: string, name: string): Promise<Locator> => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    const dialog = page.getByRole('dialog', { name: entry });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
    return dialog;
  };
  const refused = await begin('New Markdown file', 'taken');
  await expect(refused.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await begin('New text file', 'diary');
  const code = page.getByRole('textbox', { name: 'Text of diary.txt' });
  await expect(code).toBeFocused();
  await page.keyboard.type('Dear reader');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved, \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Close preview' }).click();
  await page
    .getByRole('row', { name: /^diary/ })
    .getByRole('link')
    .click();
  const preview = page.getByRole('dialog', { name: 'diary.txt' });
  await expect(preview.getByText('Dear reader')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Edit' })).toBeVisible();
});

test('a new file whose code cannot be loaded is reported, and its dialog stays usable', async ({ page }) => {
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page.goto(`${coffer.url}/s/${spaceId}`);
  await page.route('**/assets/make-file-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New text file' }).click();
  const dialog = page.getByRole('dialog', { name: 'New text file' });
  await dialog.getByLabel('Name').fill('unmade');
  // Messages about code are loaded when the page is idle.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Create' }).click();
    const messages = page.getByRole('region', { name: 'Messages' });
    const message = messages.getByText('Coffer was updated. Reload to get the new version.');
    await expect(message).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(dialog.getByRole('button', { name: 'Create' })).not.toHaveAttribute('aria-busy', 'true');
});

test('who may only look is offered no editing', async ({ browser }) => {
  const file = await upload('shown.txt', LIST);
  const { items } = await ada.call('listMembers', { params: { spaceId } });
  const revision = items.find(({ personId }) => personId === ruthId)?.revision;
  if (revision === undefined) throw new Error('Ruth is no member');
  await ada.call('changeMember', {
    params: { spaceId, holderId: ruthId },
    body: { role: 'viewer' },
    revision,
  });
  const page = await pageOfRuth(browser);
  await page.goto(viewOf(file));
  const preview = page.getByRole('dialog', { name: 'shown.txt' });
  await expect(preview.getByText('bread')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(preview.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.context().close();
});

/** Coming back asks again for what is on the screen. */
async function lookAway(
  page: Page,
  file: NodeView,
  answer: { readonly status: number } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const address = `**/api/v1/nodes/${file.id}`;
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    await route.fulfill({
      status: answer.status,
      contentType: 'application/problem+json',
      json: answer,
    });
  });
  await page.clock.fastForward(20_000);
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  const tries = answer.status === 503 ? 3 : 1;
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000);
      return asked;
    })
    .toBeGreaterThanOrEqual(tries);
  await page.unroute(address);
}

async function makeFolder(name: string, parentId: NodeId): Promise<NodeView> {
  return await ada.call('createFolder', { body: { parentId, name } });
}

async function upload(name: string, content: string): Promise<NodeView> {
  return await ada.upload(rootId, name, Buffer.from(content));
}

async function bytesOf({ id }: Pick<NodeView, 'id'>): Promise<Buffer> {
  const { url } = await ada.call('getContent', {
    params: { nodeId: id },
    query: { disposition: 'attachment', as: 'json' },
  });
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function contentOf(file: Pick<NodeView, 'id'>): Promise<string> {
  return (await bytesOf(file)).toString();
}

async function openEditor(
  page: Page,
  file: NodeView,
): Promise<{ readonly preview: Locator; readonly code: Locator }> {
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page.goto(viewOf(file));
  const preview = page.getByRole('dialog', { name: file.name });
  await preview.getByRole('button', { name: 'Edit' }).click();
  const code = preview.getByRole('textbox', { name: `Text of ${file.name}` });
  await expect(code).toBeFocused();
  return { preview, code };
}

async function pageOfRuth(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInInBrowser(page, coffer, RUTH);
  return page;
}

function viewOf({ id }: NodeView): string {
  return `${coffer.url}/s/${spaceId}/${id}/view`;
}
