// docs/decisions/0123-comments.md
import type { NodeId } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { RUTH, startWithTwoPeople, type TwoPeople } from './two-people.ts';

let world: TwoPeople;

test.beforeAll(async () => {
  world = await startWithTwoPeople('comments');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function sharedFile(name: string): Promise<NodeId> {
  const { id } = await world.owner.upload(world.rootId, name, Buffer.from('The plan'));
  const body = { personIds: [world.ruthId], role: 'viewer' as const };
  await world.owner.call('createGrants', { params: { nodeId: id }, body });
  return id;
}

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });

test('two people talk about a file, by keyboard, and each sees what the other writes', async ({
  page: ada,
  browser,
}) => {
  await sharedFile('plan.txt');
  await world.owner.upload(world.rootId, 'other.txt', Buffer.from('Another'));
  await signInInBrowser(ada, world.coffer);
  await ada.getByRole('row').filter({ hasText: 'plan.txt' }).focus();
  await ada.keyboard.press('i');
  const ofAda = comments(ada);
  const field = ofAda.getByLabel('Add a comment');

  await test.step('letters are text, not keys, and a draft outlives a look at another row', async () => {
    await field.fill('Is this fi');
    await field.pressSequentially('nal?');
    await expect(field).toHaveValue('Is this final?');
    await ada.getByRole('row').filter({ hasText: 'other.txt' }).focus();
    await expect(field).toHaveValue('');
    await ada.getByRole('row').filter({ hasText: 'plan.txt' }).focus();
    await expect(field).toHaveValue('Is this final?');
    await field.fill('Is this final? See https://example.org/plan.');
    await field.press('Control+Enter');
    const link = ofAda.getByRole('link', { name: 'https://example.org/plan' });
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(ofAda.getByRole('listitem').locator('[data-initials]'), 'her own face').toHaveCount(1);
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  });

  const page = await world.pageOfRuth(browser);
  await test.step('Ruth, who was given the file alone, answers over the file', async () => {
    await page.goto(`${world.coffer.url}/shared`);
    await page.getByRole('link', { name: 'plan.txt' }).click();
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(comments(page).getByRole('listitem')).toContainText(ADMINISTRATOR.name);
    await comments(page).getByLabel('Add a comment').fill('Nearly.');
    await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(ofAda.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('the bell leads to the comments over the file', async () => {
    await ada.getByRole('button', { name: 'Notifications, 1 new' }).click();
    const item = ada.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
    await expect(item).toContainText(`${RUTH.name} commented on a file`);
    await expect(item).toContainText('Nearly.');
    await item.getByRole('link').click();
    await expect(ada.getByRole('heading', { level: 1, name: 'plan.txt' })).toBeVisible();
    await expect(ada.getByRole('heading', { level: 3, name: 'Comments (2)' })).toBeFocused();
  });

  await test.step('Ada corrects her own, and removes that of Ruth', async () => {
    const own = comments(ada).getByRole('listitem').filter({ hasText: 'Is this final?' });
    await own.getByRole('button', { name: /^Edit your comment/ }).press('Enter');
    // Its text is in the field now, so the item has none.
    const edited = comments(ada).getByLabel('Your comment');
    await edited.fill('Is it final?');
    await edited.press('Control+Enter');
    const changed = comments(ada).getByRole('listitem').filter({ hasText: 'Is it final?' });
    await expect(changed).toContainText('edited');
    await expect(changed.getByRole('button', { name: /^Edit your comment/ })).toBeFocused();
    const theirs = comments(ada).getByRole('listitem').filter({ hasText: 'Nearly.' });
    await theirs.getByRole('button', { name: `Delete the comment of ${RUTH.name}` }).press('Enter');
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).press('Enter');
    await expect(comments(ada).getByRole('listitem')).toHaveCount(1);
    await expect(ada.getByRole('heading', { level: 3, name: 'Comments (1)' })).toBeFocused();
  });
  await page.context().close();
});

test('somebody is mentioned by keyboard, and told so', async ({ page: ada, browser }) => {
  await sharedFile('minutes.txt');
  await signInInBrowser(ada, world.coffer);
  await ada.getByRole('row').filter({ hasText: 'minutes.txt' }).focus();
  await ada.keyboard.press('i');
  const field = comments(ada).getByLabel('Add a comment');
  const people = comments(ada).getByRole('listbox', { name: 'People to mention' });

  await test.step('Escape closes the list and nothing else; an address and an unknown name open none', async () => {
    await field.pressSequentially('Mail ruth@example.org or @');
    await expect(people.getByRole('option')).toHaveCount(1);
    await field.press('Escape');
    await expect(people).toBeHidden();
    await expect(field).toBeFocused();
    await field.fill('');
    await field.pressSequentially('@nobody');
    await expect(people).toBeHidden();
  });

  await test.step('Enter takes the name, and a later Enter is a new line', async () => {
    await field.fill('');
    await field.pressSequentially(`Is this right, @${RUTH.name.slice(0, 2).toLowerCase()}`);
    await expect(people.getByRole('option', { name: RUTH.name })).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(field).toHaveValue(`Is this right, @${RUTH.name} `);
    await expect(people).toBeHidden();
    await field.press('Enter');
    await field.pressSequentially('Please say.');
    await field.press('Control+Enter');
    await expect(
      comments(ada)
        .getByRole('listitem')
        .locator('bdi', { hasText: `@${RUTH.name}` }),
    ).toBeVisible();
  });

  const page = await world.pageOfRuth(browser);
  await test.step('Ruth, who does not learn who else sees the file, mentions who wrote there', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const item = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
    await expect(item).toContainText(`${ADMINISTRATOR.name} mentioned you in a comment on a file`);
    await item.getByRole('link').click();
    const answer = comments(page).getByLabel('Add a comment');
    await answer.pressSequentially('@');
    await comments(page).getByRole('option', { name: ADMINISTRATOR.name }).click();
    await expect(answer).toHaveValue(`@${ADMINISTRATOR.name} `);
    await expect(answer).toBeFocused();
    await answer.pressSequentially('yes');
    await answer.press('Control+Enter');
    await ada.getByRole('button', { name: /^Notifications, / }).click();
    const told = ada.getByRole('dialog', { name: 'Notifications' });
    await expect(told).toContainText(`${RUTH.name} mentioned you in a comment on a file`);
  });
  await page.context().close();
});

test('what is typed while a comment is sent, and a correction, outlive a look at another row', async ({
  page,
}) => {
  const nodeId = await sharedFile('slow.txt');
  await world.owner.upload(world.rootId, 'beside.txt', Buffer.from('Another'));
  await signInInBrowser(page, world.coffer);
  const look = async (name: string) => await page.getByRole('row').filter({ hasText: name }).focus();
  const field = comments(page).getByLabel('Add a comment');
  const items = comments(page).getByRole('listitem');
  let held = Promise.withResolvers<void>();
  await page.route(`**/nodes/${nodeId}/comments`, async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await look('slow.txt');
  await page.keyboard.press('i');

  await test.step('the next comment is begun while the first is sent', async () => {
    await field.fill('The first');
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await field.press('Control+Enter');
    await asked;
    await field.pressSequentially('\nThe second');
    held.resolve();
    await expect(items).toHaveCount(1);
    await expect(field).toHaveValue('The second');
  });

  await test.step('another row is looked at while the second is sent', async () => {
    held = Promise.withResolvers();
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await field.press('Control+Enter');
    await asked;
    await look('beside.txt');
    await expect(field).toHaveValue('');
    await look('slow.txt');
    await expect(field).toHaveValue('The second');
    held.resolve();
    await expect(items).toHaveCount(2);
    await expect(field).toHaveValue('');
  });

  await test.step('a correction waits in its field, and does not replace a newer one', async () => {
    const edit = comments(page)
      .getByRole('button', { name: /^Edit your comment/ })
      .first();
    await edit.press('Enter');
    const edited = comments(page).getByLabel('Your comment', { exact: true });
    await edited.fill('The first, corrected');
    await look('beside.txt');
    await expect(field).toHaveValue('');
    await look('slow.txt');
    await expect(edited).toHaveValue('The first, corrected');
    const { items: listed } = await world.owner.call('listComments', { params: { nodeId } });
    const first = listed.find(({ text }) => text === 'The first');
    if (first === undefined) throw new Error('the first comment is not listed');
    await world.owner.call('changeComment', {
      params: { nodeId, commentId: first.id },
      body: { text: 'Changed in another tab', mentions: [] },
      revision: first.revision,
    });
    await edited.press('Control+Enter');
    await expect(comments(page).getByText('Someone else changed this')).toBeVisible();
    await expect(items.first()).toContainText('Changed in another tab');
    await edited.press('Control+Enter');
    await expect(items.first()).toContainText('The first, corrected');
    await expect(edited).toHaveCount(0);
  });
});

test('a notification and an address lead to the comments of the folder or file that is already open', async ({
  browser,
}) => {
  const { owner, rootId, ruthId } = world;
  const folder = await owner.call('createFolder', { body: { parentId: rootId, name: 'Minutes' } });
  const file = await owner.upload(folder.id, 'spring.txt', Buffer.from('Present: all'));
  const grant = { personIds: [ruthId], role: 'viewer' as const };
  await owner.call('createGrants', { params: { nodeId: folder.id }, body: grant });
  const page = await world.pageOfRuth(browser);
  await page.goto(`${world.coffer.url}/shared/${folder.id}`);
  await page.getByRole('row', { name: /^spring/ }).click();
  await page.keyboard.press('i');
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'spring.txt' })).toBeVisible();
  const body = { text: `@${RUTH.name} Whose folder is it?`, mentions: [ruthId] };
  await owner.call('createComment', { params: { nodeId: folder.id }, body });
  await page.getByRole('button', { name: /^Notifications, / }).click();
  const item = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(item).toContainText('Whose folder');
  await item.getByRole('link').click();
  await expect(comments(page).getByRole('listitem')).toContainText('Whose folder');
  await expect(comments(page).getByRole('heading', { level: 3 })).toBeFocused();
  await page.goto(`${world.coffer.url}/shared/${file.id}/view`);
  await expect(page.getByText('Present: all')).toBeVisible();
  await page.goto(`${world.coffer.url}/shared/${file.id}/view#comments`);
  await expect(comments(page).getByLabel('Add a comment')).toBeVisible();
  await page.context().close();
});

test('the comments in every look', async ({ page }) => {
  const nodeId = await sharedFile('looks.txt');
  await world.owner.call('createComment', {
    params: { nodeId },
    body: { text: `See https://example.org/a, @${RUTH.name}`, mentions: [world.ruthId] },
  });
  await world.ruth.call('createComment', { params: { nodeId }, body: { text: 'A line\nand another' } });
  await signInInBrowser(page, world.coffer);
  const { see, findings } = sightOf(page, EVERY_LOOK, 'comments');
  await page.goto(`${world.coffer.url}/shared/${nodeId}/view#comments`);
  await expect(comments(page).getByRole('listitem')).toHaveCount(2);
  await see('viewer');
  await comments(page).getByLabel('Add a comment').pressSequentially('@');
  await expect(comments(page).getByRole('option')).toHaveCount(1);
  await see('people to mention');
  expect(findings).toEqual([]);
});
