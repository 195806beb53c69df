// docs/decisions/0131-tags.md
import type { NodeId, SpaceId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { expectFiles, openFilesAs } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let ada: Person;
let spaceId: SpaceId;
let rootId: NodeId;

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('tags'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  ({ id: spaceId, rootId } = personalSpace);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await ada.upload(rootId, name, Buffer.from(name));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

async function idOf(name: string): Promise<NodeId> {
  const { items } = await ada.call('listChildren', { params: { nodeId: rootId } });
  return items.find((item) => item.name === name)?.id ?? rootId;
}

/** Drawn by CSS. */
async function labelsIn(place: Locator): Promise<readonly (string | undefined)[]> {
  return await place
    .locator('[data-words]')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLElement ? one.dataset['words'] : undefined)));
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Tags of/ });

test('tags are made, put on and taken off by keyboard, undone, followed, gathered and managed', async ({
  page,
}) => {
  await openFilesAs(page, coffer);
  const field = dialog(page).getByLabel('Find or make a tag');

  await test.step('the first tag is made where it is needed', async () => {
    await row(page, /^a\.txt/).focus();
    await page.keyboard.press('t');
    await expect(field).toBeFocused();
    await expect(dialog(page).getByText(/^No tags yet/)).toBeVisible();
    await page.keyboard.type('Urgent');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('checkbox', { name: 'Urgent' })).toBeChecked();
    await expect(field).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
    await expect(row(page, /^a\.txt.*, tags: Urgent$/)).toBeFocused();
  });

  await test.step('several items: some have it, then all', async () => {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('t');
    const box = dialog(page).getByRole('checkbox', { name: 'Urgent' });
    await expect(box).toBeChecked({ indeterminate: true });
    await field.fill('URG');
    await field.press('Enter');
    await expect(box).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(row(page, /^c\.txt.*, tags: Urgent$/)).toBeVisible();
    await expect(page.getByText('Tag added to 2 items').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Tags are as they were').first()).toBeVisible();
    // The message took the focus with it when it went.
    await expect(page.locator(':focus')).toHaveRole('row');
    await expect(row(page, /^c\.txt.*, tags: Urgent$/)).toBeHidden();
    await expect(row(page, /^a\.txt.*, tags: Urgent$/)).toBeVisible();
  });

  const other = await page.context().newPage();
  await test.step('another window follows', async () => {
    await other.goto(coffer.url);
    await expectFiles(other);
    await expect(row(other, /^a\.txt.*, tags: Urgent$/)).toBeVisible();
    for (const [index, name] of ['Paid', 'Read', 'Reviewed'].entries()) {
      const tag = await ada.call('createTag', { body: { spaceId, name, color: 'green' } });
      const ids = index === 0 ? [await idOf('a.txt'), await idOf('b.txt')] : [await idOf('a.txt')];
      const body = { selection: { of: 'items' as const, ids }, isOn: true };
      await ada.call('tagItems', { params: { tagId: tag.id }, body });
    }
    await expect(row(page, /^b\.txt.*, tags: Paid$/)).toBeVisible();
    await expect(row(other, /^b\.txt.*, tags: Paid$/)).toBeVisible();
    await expect(row(other, /^a\.txt.*, tags: Paid, Read, Reviewed, Urgent$/)).toBeVisible();
  });

  await test.step('tiles and hits show two of them and count the rest', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    const tile = page.getByRole('gridcell', { name: /^a\.txt.*tags: Paid, Read, Reviewed, Urgent$/ });
    await expect(tile.getByTitle('Paid, Read, Reviewed, Urgent')).toBeVisible();
    expect(await labelsIn(tile)).toEqual(['Paid', 'Read', '+2']);
    await tile.focus();
    await page.keyboard.press('v');
    await page.goto(`${coffer.url}/search?q=txt&in=name`);
    const hit = page.getByRole('listitem').filter({ hasText: 'a.txt' });
    await expect(hit.getByTitle('Paid, Read, Reviewed, Urgent')).toBeVisible();
    expect(await labelsIn(hit)).toEqual(['Paid', 'Read', '+2']);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Urgent' }).click();
    await expect(page.locator('[data-hit]')).toHaveText(['a.txt']);
  });

  await test.step('a chip in the details leads to everything with the tag', async () => {
    await page.goto(coffer.url);
    await expectFiles(page);
    await row(page, /^a\.txt/).focus();
    await page.keyboard.press('i');
    await page.getByRole('link', { name: 'Urgent' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Urgent' })).toBeVisible();
    await expect(page.locator('[data-hit]')).toHaveText(['a.txt']);
    await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Paid' }).click();
    await expect(page.locator('[data-hit]')).toHaveCount(2);
  });

  await test.step('a tag is renamed, merged and deleted; a name that is taken is refused', async () => {
    await page.getByRole('button', { name: 'Manage tags' }).click();
    const managing = page.getByRole('dialog', { name: 'Manage tags' });
    await managing.getByRole('button', { name: 'Change “Paid”' }).press('Enter');
    await managing.getByLabel('Name').fill('urgent');
    await managing.getByLabel('Name').press('Enter');
    await expect(managing.getByText('Another tag already has this name.')).toBeVisible();
    await managing.getByLabel('Name').fill('Paid in full');
    await managing.getByRole('radio', { name: 'Blue' }).press('Space');
    await managing.getByRole('button', { name: 'Save' }).click();
    await expect(managing.getByRole('button', { name: 'Change “Paid in full”' })).toBeFocused();
    await expect(row(other, /^b\.txt.*, tags: Paid in full$/)).toBeVisible();
    await managing.getByRole('button', { name: 'Change “Read”' }).press('Enter');
    await managing.getByLabel('Name').fill('reviewed');
    await managing.getByLabel('Name').press('Enter');
    await expect(managing.getByText('Everything with “Read” gets “Reviewed” instead')).toBeVisible();
    await managing.getByRole('button', { name: 'Merge tags' }).press('Enter');
    await expect(managing.getByRole('list', { name: 'Tags' })).toBeFocused();
    await expect(row(other, /^a\.txt.*, tags: Paid in full, Reviewed, Urgent$/)).toBeVisible();
    await managing.getByRole('button', { name: 'Delete “Urgent”' }).press('Enter');
    await managing.getByRole('button', { name: 'Delete tag' }).click();
    await expect(managing.getByRole('listitem')).toHaveCount(2);
    await expect(row(other, /^a\.txt.*, tags: Paid in full, Reviewed$/)).toBeVisible();
    await managing.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(/\/tags\/Paid%20in%20full$/);
    await expect(page.locator('[data-hit]')).toHaveCount(2);
  });
});

test('what others do to a tag meanwhile takes neither the other changes nor the typed name', async ({
  page,
}) => {
  const make = async (name: string) =>
    await ada.call('createTag', { body: { spaceId, name, color: 'amber' } });
  const [gone, kept] = [await make('Gone'), await make('Kept')];
  await openFilesAs(page, coffer);
  await row(page, /^c\.txt/).focus();
  await page.keyboard.press('t');
  for (const { name } of [gone, kept]) await dialog(page).getByRole('checkbox', { name }).check();
  await ada.call('deleteTag', { params: { tagId: gone.id } });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('There’s no such tag.')).toBeVisible();
  await expect(dialog(page).getByRole('checkbox', { name: 'Gone' })).toHaveCount(0);
  await expect(dialog(page).getByRole('checkbox', { name: 'Kept' })).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Manage tags' }).click();
  const managing = page.getByRole('dialog', { name: 'Manage tags' });
  await managing.getByRole('button', { name: 'Change “Kept”' }).press('Enter');
  await ada.call('changeTag', {
    params: { tagId: kept.id },
    revision: kept.revision,
    body: { name: 'Theirs', color: 'red' },
  });
  await managing.getByLabel('Name').fill('Mine');
  await managing.getByLabel('Name').press('Enter');
  await expect(managing.getByText('Someone else changed this tag in the meantime.')).toBeVisible();
  await expect(managing.getByLabel('Name')).toHaveValue('Mine');
  await expect(managing.getByRole('radio', { name: 'Red' })).toBeChecked();
  await managing.getByLabel('Name').press('Enter');
  await expect(managing.getByRole('button', { name: 'Change “Mine”' })).toBeFocused();
  await managing.getByRole('button', { name: 'Delete “Mine”' }).press('Enter');
  await managing.getByRole('button', { name: 'Delete tag' }).click();
  await expect(managing.getByRole('listitem').filter({ hasText: 'Mine' })).toHaveCount(0);
});

test('tags in every look', async ({ page }) => {
  const ids = [await idOf('a.txt'), await idOf('b.txt'), await idOf('c.txt')];
  const names = ['Approved', 'Holiday pictures of everybody who was there', 'عاجل'];
  for (const [index, name] of names.entries()) {
    const body = { spaceId: index === 2 ? null : spaceId, name, color: 'amber' as const };
    const { id: tagId } = await ada.call('createTag', { body });
    await ada.call('tagItems', { params: { tagId }, body: { selection: { of: 'items', ids }, isOn: true } });
  }
  const { see, findings } = sightOf(page, EVERY_LOOK, 'tags');
  await openFilesAs(page, coffer);
  await expect(row(page, /^c\.txt.*tags: \W?Approved/)).toBeVisible();
  await see('rows');
  await row(page, /^c\.txt/).focus();
  await page.keyboard.press('v');
  await expect(page.getByRole('gridcell', { name: /^c\.txt/ })).toBeVisible();
  await see('tiles');
  await page.getByRole('gridcell', { name: /^c\.txt/ }).focus();
  await page.keyboard.press('t');
  await expect(dialog(page).getByRole('checkbox', { name: 'Approved' })).toBeChecked();
  await see('dialog');
  await dialog(page).getByRole('button', { name: 'Manage tags' }).click();
  await page.getByRole('button', { name: 'Change “Approved”' }).click();
  await see('manage');
  await page.goto(`${coffer.url}/tags/approved`);
  await expect(page.locator('[data-hit]')).toHaveCount(3);
  await see('page');
  expect(findings).toEqual([]);
});
