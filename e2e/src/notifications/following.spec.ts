import type { NodeId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { openFilesAs } from '../sign-in/sign-in-steps.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let ada: Person;
let folderId: NodeId;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('following'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password, email } = RUTH;
  const ruth = new Person(coffer.url);
  await ruth.call('acceptInvitation', { body: { code, name, password } });
  const { person } = await ruth.signIn(email, password);
  ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const space = await ada.call('createSpace', { body: { name: 'Field team', color: 'teal' } });
  await ada.call('addMembers', {
    params: { spaceId: space.id },
    body: { personIds: [person.id], role: 'viewer' },
  });
  folderId = (await addFolder('Plans', space.rootId)).id;
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const addFolder = async (name: string, parentId: NodeId) =>
  await ada.call('createFolder', { body: { parentId, name } });

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test('who follows a folder is told of changes by others, until they stop', async ({ page }) => {
  await openFilesAs(page, coffer, RUTH);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Field team' }).click();

  await test.step('a folder is followed from its menu', async () => {
    await page.getByRole('button', { name: 'Actions for Plans' }).click();
    await page.getByRole('menuitem', { name: 'Follow', exact: true }).click();
    await expect(page.getByText('You’re notified when others change Plans').first()).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Plans' }).click();
    await expect(page.getByRole('menuitem', { name: 'Stop following' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('changes by others are one line, which leads to the folder', async () => {
    await addFolder('March', folderId);
    await addFolder('April', folderId);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
    await bell(page).click();
    const line = page.getByRole('link', { name: 'Ada Byron added 2 items to Plans' });
    await expect(line).toBeVisible();
    await line.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  });

  await test.step('the settings list what is followed, and stop it with undo', async () => {
    await page.goto(`${coffer.url}/settings/notifications`);
    const list = page.getByRole('list', { name: 'What you follow' });
    await expect(list.getByRole('link', { name: 'Plans' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop following Plans' }).click();
    await expect(page.getByText('You don’t follow anything yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByRole('link', { name: 'Plans' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop following Plans' }).click();
    await expect(page.getByText('You don’t follow anything yet.')).toBeVisible();
  });
});
