import { type NodeId, UserId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let owner: Person;
let rootId: NodeId;
let ruthId: UserId;

test.beforeAll(async () => {
  data = running.use(await createDataFolder('notifications'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  const ruth = new Person(coffer.url);
  await ruth.call('acceptInvitation', { body: { code, name, password } });
  ruthId = UserId.parse((await ruth.signIn(RUTH.email, password)).person.id);
  owner = new Person(coffer.url);
  rootId = (await owner.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace.rootId;
});

test.afterAll(async () => {
  await running.disposeAsync();
});

async function pageOfRuth(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInInBrowser(page, coffer, RUTH);
  return page;
}

async function share(name: string, message = ''): Promise<NodeId> {
  const { id } = await owner.call('createFolder', { body: { parentId: rootId, name } });
  const body = { personIds: [ruthId], role: 'viewer' as const, message };
  await owner.call('createGrants', { params: { nodeId: id }, body });
  return id;
}

const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} new`,
    exact: true,
  });

test('what others share arrives in an open page, in every tab, and opens from there', async ({ browser }) => {
  const page = await pageOfRuth(browser);
  const other = await page.context().newPage();
  await other.goto(coffer.url);
  await bell(page, 0).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Nothing yet');
  await page.keyboard.press('Escape');
  await expect(bell(page, 0)).toBeFocused();

  const id = await share('Reports', 'Have a look before Friday');
  await expect(bell(page, 1)).toBeVisible();
  await other.bringToFront();
  await expect(bell(other, 1)).toBeVisible();

  await page.bringToFront();
  await bell(page, 1).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const item = panel.getByRole('listitem').filter({ hasText: 'Reports' });
  await expect(item).toContainText(`${ADMINISTRATOR.name} shared a folder with you`);
  await expect(item).toContainText('Have a look before Friday');
  await expect(item.getByText('New', { exact: true })).toBeAttached();
  await expect(bell(page, 0)).toBeAttached();
  await other.bringToFront();
  await expect(bell(other, 0)).toBeVisible();

  await page.bringToFront();
  await item.getByRole('link').click();
  await expect(page).toHaveURL(`${coffer.url}/shared/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.context().close();
});

test('the list of shared items updates live', async ({ browser }) => {
  const page = await pageOfRuth(browser);
  await page.goto(`${coffer.url}/shared`);
  await share('Arrives by itself');
  const link = page.getByRole('link', { name: 'Arrives by itself' });
  await expect(link).toBeVisible();
  await page.context().close();
});

test('the panel in every look, with older notifications', async ({ browser }) => {
  for (let number = 1; number <= 21; number += 1) await share(`Folder ${number}`);
  const page = await pageOfRuth(browser);
  const { see, findings } = sightOf(page, EVERY_LOOK, 'notifications');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem')).toHaveCount(20);
  await see('panel');
  await panel.getByRole('button', { name: 'Show older' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Reports' })).toBeVisible();
  expect(findings).toEqual([]);
  await page.context().close();
});
