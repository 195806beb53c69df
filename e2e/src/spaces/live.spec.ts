// docs/decisions/0068-changes-as-they-happen.md
import type { NodeId, SpaceId, UserId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { followsChanges } from '../change-stream.ts';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { signInInBrowser, signOutInBrowser } from '../sign-in/sign-in-steps.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;
let ruthId: UserId;

test.beforeAll(async () => {
  data = running.use(await createDataFolder('live'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  await new Person(coffer.url).call('acceptInvitation', { body: { code, name, password } });
  ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const found = await ada.call('searchPeople', { query: { text: RUTH.email } });
  ruthId = defined(found.items[0], 'Ruth is found').id;
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByRole('link', { name, exact: true });
const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });

interface Team {
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
  readonly folder: (name: string, parentId?: NodeId) => Promise<NodeId>;
}

async function newTeam(name: string): Promise<Team> {
  const { id: spaceId, rootId } = await ada.call('createSpace', { body: { name, color: 'green' } });
  const folder = async (folderName: string, parentId = rootId): Promise<NodeId> =>
    (await ada.call('createFolder', { body: { parentId, name: folderName } })).id;
  return { spaceId, rootId, folder };
}

async function addRuth({ spaceId }: Team): Promise<void> {
  await ada.call('addMembers', { params: { spaceId }, body: { personIds: [ruthId], role: 'editor' } });
}

/** Resolves when the page follows changes. */
async function signInLive(page: Page, path = '/'): Promise<void> {
  await signInInBrowser(page, coffer, RUTH);
  const following = followsChanges(page);
  if (path !== '/') await page.goto(`${coffer.url}${path}`);
  await following;
}

test('changes by others appear without a reload, and nothing is lost', async ({ page }) => {
  const team = await newTeam('Field team');
  const [alpha, omega] = [await team.folder('alpha'), await team.folder('omega')];
  await team.folder('beta');
  await signInLive(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await addRuth(team);
  const space = navigation(page).getByRole('link', { name: 'Field team' });
  await expect(space).toBeVisible();
  await space.click();
  await expect(link(page, 'omega')).toBeVisible();
  await row(page, 'omega').click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(row(page, 'omega')).toBeFocused();

  await team.folder('aardvark');
  await expect(link(page, 'aardvark')).toBeVisible();
  await ada.upload(team.rootId, 'counts.txt', Buffer.from('nine gates'));
  await expect(link(page, 'counts.txt')).toBeVisible();
  await ada.call('renameNode', { params: { nodeId: alpha }, revision: 1, body: { name: 'zulu' } });
  await expect(link(page, 'zulu')).toBeVisible();
  await expect(link(page, 'alpha')).toHaveCount(0);
  await ada.call('moveNodes', { body: { ids: [alpha], parentId: omega } });
  await expect(link(page, 'zulu')).toHaveCount(0);

  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(row(page, 'omega')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'omega')).toBeFocused();
  await ada.call('trashNodes', { body: { ids: [omega] } });
  await expect(link(page, 'omega')).toHaveCount(0);
  await expect(page.getByText('1 selected')).toHaveCount(0);

  await ada.call('removeMember', { params: { spaceId: team.spaceId, holderId: ruthId } });
  await expect(page.getByText('You no longer have access to Field team.').first()).toBeVisible();
  await expect(space).toHaveCount(0);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a name that is being typed and the place in a long list stay while others work', async ({
  page,
  browser,
}) => {
  const team = await newTeam('Long lists');
  for (let count = 100; count < 160; count += 1) await team.folder(`shelf ${count}`);
  await addRuth(team);
  await signInLive(page, `/s/${team.spaceId}`);
  const other = await newPage(browser);
  await signInLive(other, `/s/${team.spaceId}`);
  await row(page, 'shelf 100').click();
  await page.keyboard.press('F2');
  const editor = page.getByRole('textbox', { name: /shelf 100/ });
  await expect(editor).toBeFocused();
  await page.keyboard.type('my own name');
  await team.folder('a first');
  await expect(link(other, 'a first')).toBeVisible();
  await expect(editor).toHaveValue('my own name');
  await page.keyboard.press('Enter');
  await expect(link(page, 'my own name')).toBeVisible();
  await expect(link(page, 'a first')).toBeVisible();

  await row(page, 'shelf 110').click();
  await page.keyboard.press('End');
  const inSight = row(page, 'shelf 155');
  await expect(inSight).toBeInViewport();
  const topOf = async (): Promise<number> => (await inSight.boundingBox())?.y ?? Number.NaN;
  const before = await topOf();
  const listed = page.waitForResponse((response) => response.url().includes('/children'));
  await team.folder('a second');
  await listed;
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '63');
  expect(await topOf()).toBe(before);
  await other.context().close();
});

const hits = (page: Page): Locator => page.locator('main [data-hit]').filter({ hasText: 'press' });

test('lists of all spaces and Home show what others do, and the focus stays', async ({ page, browser }) => {
  const team = await newTeam('Press team');
  const draft = await ada.upload(team.rootId, 'press draft.txt', Buffer.from('draft'));
  await ada.upload(team.rootId, 'press notes.txt', Buffer.from('notes'));
  await addRuth(team);
  await signInLive(page, '/recent');
  const home = await newPage(browser);
  await signInLive(home, '/home');
  const search = await home.context().newPage();
  const following = followsChanges(search);
  await search.goto(`${coffer.url}/search?q=press&in=name`);
  await following;
  const card = (name: string): Locator => home.getByRole('main').getByRole('link', { name, exact: true });
  await expect(hits(page)).toHaveText(['press notes.txt', 'press draft.txt']);
  await expect(card('press draft.txt')).toBeVisible();
  await expect(hits(search)).toHaveCount(2);
  await hits(page).last().focus();

  await ada.upload(team.rootId, 'press photo.txt', Buffer.from('photo'));
  const params = { nodeId: draft.id };
  await ada.call('renameNode', { params, revision: draft.revision, body: { name: 'press release.txt' } });
  await expect(hits(page)).toHaveText(['press release.txt', 'press photo.txt', 'press notes.txt']);
  await expect(hits(page).first()).toBeFocused();
  for (const name of ['press photo.txt', 'press release.txt']) await expect(card(name)).toBeVisible();
  await expect(card('press draft.txt')).toHaveCount(0);
  await expect(hits(search).filter({ hasText: 'press release.txt' })).toBeVisible();
  await expect(hits(search)).toHaveCount(3);

  await ada.call('trashNodes', { body: { ids: [draft.id] } });
  await expect(hits(page)).toHaveText(['press photo.txt', 'press notes.txt']);
  await expect(hits(page).first()).toBeFocused();
  await expect(card('press release.txt')).toHaveCount(0);
  await expect(hits(search)).toHaveCount(2);
  await home.context().close();
});

test('new files push no other file out of a list with two loaded pages', async ({ page }) => {
  const team = await newTeam('Archive team');
  const series = await team.folder('series');
  for (let count = 10; count < 40; count += 1) {
    await ada.upload(series, `sheet ${count}.txt`, Buffer.from(`sheet ${count}`));
  }
  const copy = async (): Promise<void> => {
    await ada.call('copyNodes', { body: { ids: [series], parentId: team.rootId, conflict: 'rename' } });
  };
  for (let count = 0; count < 7; count += 1) await copy();
  await addRuth(team);
  await signInLive(page, '/recent');
  const files = page.locator(`[data-hit][href^="/s/${team.spaceId}/"]`);
  await expect(files.first()).toBeVisible();
  await files.last().focus();
  await expect(files).toHaveCount(8 * 30);
  await files.last().focus();
  for (let count = 0; count < 2; count += 1) await copy();
  await expect(files).toHaveCount(10 * 30);
  await expect(files.last()).toBeFocused();
  await expect(files.last()).toBeInViewport();
});

test('after a cut line everything is caught up', async ({ page, context }) => {
  const team = await newTeam('Cut line');
  await team.folder('before');
  await addRuth(team);
  await signInLive(page, `/s/${team.spaceId}`);
  await expect(link(page, 'before')).toBeVisible();
  await context.setOffline(true);
  await team.folder('meanwhile');
  await expect(link(page, 'before')).toBeVisible();
  const following = followsChanges(page);
  await context.setOffline(false);
  await following;
  await expect(link(page, 'meanwhile')).toBeVisible();
});

test('the tabs of a browser share one connection, and another takes over when its tab closes', async ({
  page,
  context,
}) => {
  const team = await newTeam('Two tabs');
  await addRuth(team);
  await signInLive(page, `/s/${team.spaceId}`);
  const other = await context.newPage();
  const following = followsChanges(other);
  await other.goto(`${coffer.url}/s/${team.spaceId}`);
  await following;
  await expect.poll(async () => await openStreams()).toBe(1);
  await team.folder('for both');
  for (const tab of [page, other]) await expect(link(tab, 'for both')).toBeVisible();
  await page.close();
  await team.folder('for the other');
  await expect(link(other, 'for the other')).toBeVisible();
  await expect.poll(async () => await openStreams()).toBe(1);
});

test('signing out ends the connection', async ({ browser }) => {
  const page = await newPage(browser);
  await signInLive(page);
  await signOutInBrowser(page);
  await expect.poll(async () => await openStreams()).toBe(0);
  await page.context().close();
});

async function newPage(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

async function openStreams(): Promise<number> {
  const metrics = await (await fetch(`${coffer.url}/metrics`)).text();
  return Number(/^coffer_change_streams (\d+)$/m.exec(metrics)?.[1]);
}
