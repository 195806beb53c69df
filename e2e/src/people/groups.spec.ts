import { GroupId, type NodeId, type UserId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { followsChanges } from '../change-stream.ts';
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
let ada: Person;
let ruthId: UserId;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('groups'));
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

/** The text is also in a live region. */
const toast = (page: Page, text: string): Locator => page.getByText(text).first();
const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });

async function newGroup(name: string, personIds: readonly UserId[] = []): Promise<GroupId> {
  const { id } = await ada.call('createGroup', { body: { name } });
  const groupId = GroupId.parse(id);
  if (personIds.length > 0) {
    await ada.call('addGroupMembers', { params: { groupId }, body: { personIds: [...personIds] } });
  }
  return groupId;
}

async function newFolder(name: string): Promise<NodeId> {
  const { items } = await ada.call('listSpaces', {});
  const parentId = defined(items[0], 'the personal space').rootId;
  return (await ada.call('createFolder', { body: { parentId, name } })).id;
}

/** Her page follows changes when this resolves. */
async function pageOfRuth(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await openFilesAs(page, coffer, RUTH);
  const live = page.waitForResponse((response) => response.url().endsWith('/api/v1/changes'));
  await page.goto(`${coffer.url}${path}`);
  await live;
  return page;
}

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('a group is made and given a folder; who is in it sees the folder, and who leaves it does not', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await newFolder('Plans');
  const ruth = await pageOfRuth(browser, '/shared');
  const errors = errorsOf(ruth);
  await expect(ruth.getByRole('heading', { name: 'Nothing shared with you yet' })).toBeVisible();
  await openFilesAs(page, coffer);

  await test.step('made by keyboard', async () => {
    await navigation(page).getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'Groups' }).click();
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New group' }).first().focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New group' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByText('Enter a name.')).toBeVisible();
    await page.keyboard.type('Engineers');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Engineers', level: 1 })).toBeVisible();
    await expect(page.getByText('No one yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Add people' }).click();
    const adding = page.getByRole('dialog', { name: 'Add people to Engineers' });
    await expect(adding.getByLabel('People', { exact: true })).toBeFocused();
    await page.keyboard.type('ruth');
    await expect(adding.getByRole('button', { name: /Ruth Okafor/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await adding.getByRole('button', { name: 'Add 1 person' }).click();
    await expect(toast(page, 'Added 1 person')).toBeVisible();
    await expect(page.getByRole('list', { name: 'People in this group' })).toContainText(RUTH.email);
  });

  await test.step('given a folder in the share dialog', async () => {
    await page.goto(coffer.url);
    await row(page, 'Plans').focus();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Share “Plans”' });
    await expect(dialog.getByLabel('Add people')).toBeFocused();
    await page.keyboard.type('engi');
    await expect(dialog.getByRole('button', { name: /Engineers/ })).toContainText('Group · 1 person');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(toast(page, 'Shared “Plans” with Engineers')).toBeVisible();
    await expect(dialog.getByLabel('Access of Engineers', { exact: true })).toHaveValue('viewer');
  });

  await test.step('the other person sees it without a reload, and through which group', async () => {
    await expect(ruth.getByRole('link', { name: 'Plans' })).toBeVisible();
    await expect(ruth.getByText('Through Engineers')).toBeVisible();
    await expect(ruth.getByRole('button', { name: 'Leave “Plans”' })).toHaveCount(0);
  });

  await test.step('removed from the group it is gone; Undo brings it back; deleting the group ends it', async () => {
    // The address that people guess.
    await page.goto(`${coffer.url}/admin/groups`);
    await expect(page).toHaveURL(`${coffer.url}/admin/people/groups`);
    await page.getByRole('link', { name: 'Engineers' }).click();
    await page.getByRole('link', { name: 'All groups' }).click();
    await expect(row(page, 'Engineers')).toContainText('1 shared item');
    await page.getByRole('link', { name: 'Engineers' }).click();
    await expect(page.getByRole('list', { name: 'What this group can reach' })).toContainText(
      `Files of ${ADMINISTRATOR.name}`,
    );
    await page.getByRole('button', { name: `Remove ${RUTH.name}` }).click();
    await expect(ruth.getByRole('heading', { name: 'Nothing shared with you yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(ruth.getByRole('link', { name: 'Plans' })).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Delete Engineers?' });
    await expect(asked).toContainText('1 person loses access');
    await expect(asked).toContainText('1 shared item');
    await asked.getByRole('button', { name: 'Delete group' }).click();
    await expect(toast(page, 'Deleted Engineers')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
    await expect(ruth.getByRole('heading', { name: 'Nothing shared with you yet' })).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('a group is a member of a space, with a role that changes under its people', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const groupId = await newGroup('Counters', [ruthId]);
  const { id: spaceId } = await ada.call('createSpace', { body: { name: 'Field team', color: 'green' } });
  const ruth = await pageOfRuth(browser, '/shared');
  const errors = errorsOf(ruth);
  await openFilesAs(page, coffer);
  await navigation(page).getByRole('link', { name: 'Field team' }).click();
  await page.getByRole('button', { name: /^Members/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Members of Field team' });
  await dialog.getByLabel('Add people').fill('counters');
  await dialog.getByRole('button', { name: /Counters/ }).click();
  await expect(dialog.getByText('Owners are people. A group can be a manager at most.')).toBeVisible();
  await dialog.getByLabel('Role for new members').selectOption('Viewer');
  await dialog.getByRole('button', { name: 'Add 1 member' }).click();
  const members = dialog.getByRole('list', { name: 'Members' });
  await expect(members.getByRole('listitem').filter({ hasText: 'Counters' })).toContainText(
    'Group · 1 person',
  );

  const space = navigation(ruth).getByRole('link', { name: 'Field team' });
  await space.click();
  await expect(ruth.getByRole('heading', { name: 'Field team', level: 1 })).toBeVisible();
  await expect(ruth.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
  await dialog.getByLabel('Role of Counters').selectOption('Editor');
  await expect(ruth.getByRole('button', { name: 'New', exact: true })).toBeVisible();

  await ada.call('removeGroupMember', { params: { groupId, personId: ruthId } });
  await expect(ruth.getByText('You no longer have access to Field team.').first()).toBeVisible();
  await expect(space).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove Counters' }).click();
  await expect(toast(page, 'Removed Counters')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Removed Counters')).toBeHidden();
  const rolesOfGroups = async () =>
    (await ada.call('listMembers', { params: { spaceId } })).groups.map(({ role }) => role);
  await expect.poll(rolesOfGroups).toEqual(['editor']);
  expect(errors).toEqual([]);
  await ada.call('deleteGroup', { params: { groupId } });
});

test('a person who is not an administrator gets a message, and so does a deleted group', async ({ page }) => {
  const groupId = await newGroup('Short-lived');
  await ada.call('deleteGroup', { params: { groupId } });
  await openFilesAs(page, coffer);
  await page.goto(`${coffer.url}/admin/people/groups/${groupId}`);
  await expect(page.getByRole('heading', { name: 'This group no longer exists' })).toBeVisible();
  await page.getByRole('link', { name: 'All groups' }).click();
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await openFilesAs(page, coffer, RUTH);
  for (const path of ['', `/${groupId}`]) {
    await page.goto(`${coffer.url}/admin/people/groups${path}`);
    await expect(page.getByRole('heading', { name: 'For administrators', level: 1 })).toBeVisible();
  }
});

for (const locale of ['en', 'ar'] as const) {
  test(`every face of the pages is judged by axe (${locale})`, async ({ page }) => {
    test.setTimeout(300_000);
    await openFilesAs(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const looks = locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK;
    const { see, findings } = sightOf(page, looks, 'groups');
    const list = '**/api/v1/admin/groups?*';
    const answered = Promise.withResolvers<void>();
    await page.route(list, async (route) => {
      await answered.promise;
      await route.abort();
    });
    const following = followsChanges(page);
    await page.goto(`${coffer.url}/admin/people/groups`);
    await expect(page.getByRole('status', { name: say('groups.loading') })).toBeVisible();
    await see('groups-waiting');
    await following;
    answered.resolve();
    await expect(page.getByRole('heading', { name: say('groups.failed') })).toBeVisible();
    await see('groups-failed');
    await page.unroute(list);
    await page.getByRole('button', { name: say('groups.retry') }).click();
    await expect(page.getByRole('heading', { name: say('groups.empty') })).toBeVisible();
    await see('groups-empty');

    const folderId = await newFolder(`Reports ${locale}`);
    const [groupId, second] = [await newGroup('Engineers', [ruthId]), await newGroup('المحاسبة')];
    await ada.call('createGrants', {
      params: { nodeId: folderId },
      body: { groupIds: [groupId], role: 'viewer' },
    });
    const { id: spaceId } = await ada.call('createSpace', {
      body: { name: `Bridge ${locale}`, color: 'blue' },
    });
    await ada.call('addMembers', { params: { spaceId }, body: { groupIds: [groupId], role: 'editor' } });
    await page.goto(`${coffer.url}/admin/people/groups`);
    await expect(row(page, 'Engineers')).toBeVisible();
    await see('groups');
    await page.getByLabel(say('groups.search'), { exact: true }).fill('nothing of this name');
    await expect(page.getByRole('heading', { name: say('groups.none') })).toBeVisible();
    await see('groups-none');
    await page.getByRole('button', { name: say('groups.new') }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('engineers');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await expect(page.getByText(say('errors.group_name_taken'))).toBeVisible();
    await see('group-new');
    await page.keyboard.press('Escape');

    await page.goto(`${coffer.url}/admin/people/groups/${groupId}`);
    await expect(page.getByText(RUTH.email)).toBeVisible();
    await see('group');
    await page.getByRole('button', { name: say('groups.add') }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('ruth');
    await expect(page.getByRole('list', { name: say('groups.add.found') })).toBeVisible();
    await see('group-add');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: say('groups.actions') }).click();
    await page.getByRole('menuitem', { name: say('groups.delete') }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await see('group-delete');

    await page.goto(coffer.url);
    await page
      .getByRole('row')
      .filter({ hasText: `Reports ${locale}` })
      .focus();
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('searchbox').fill('engi');
    await expect(page.getByRole('list', { name: say('share.add.found') })).toContainText('Engineers');
    await see('share-with-group');
    await page.keyboard.press('Escape');

    await page.goto(`${coffer.url}/s/${spaceId}`);
    await page.getByRole('button', { name: new RegExp(`^${say('spaces.members.list')}`) }).click();
    await expect(page.getByRole('dialog')).toContainText('Engineers');
    await see('space-members-with-group');
    for (const id of [groupId, second]) await ada.call('deleteGroup', { params: { groupId: id } });
    await ada.call('archiveSpace', { params: { spaceId } });
    expect(findings).toEqual([]);
  });
}
