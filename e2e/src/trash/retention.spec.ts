import { SECOND_MS } from '@coffer/kit';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { enterWhereAsked, type OwnTransferWorld, startTransferWorld } from '../transfers-world.ts';

let world: OwnTransferWorld;
let database: TestDatabase;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  database = await testDatabase();
  world = await startTransferWorld({ environment: { DATABASE_URL: database.connectionString } });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

async function query(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
const choiceOf = (dialog: Locator, value: string): Locator =>
  dialog.getByRole('group', { name: value, exact: true }).last();

async function keepFor(dialog: Locator, days: string): Promise<void> {
  await choiceOf(dialog, 'Items in the trash').getByRole('radio', { name: 'Only for this space' }).check();
  await dialog.getByLabel('Days in the trash').fill(days);
}

test('a manager keeps the trash of a space shorter, is told before what goes, undoes it, and it goes after the hour', async ({
  page,
}) => {
  test.setTimeout(180 * SECOND_MS);
  const { person, coffer } = world;
  const { id: spaceId, rootId } = await person.call('createSpace', {
    body: { name: 'Drafts', color: 'orange' },
  });
  for (const name of ['First', 'Second', 'Third']) {
    const { id } = await person.call('createFolder', { body: { parentId: rootId, name } });
    await person.call('trashNodes', { body: { ids: [id] } });
  }
  await query(`update node set trashed_at = trashed_at - interval '10 days' where trashed_at is not null`);
  await page.goto(`${coffer.url}/trash/${spaceId}`);
  await enterWhereAsked(page);
  await expect(page.getByText('Items are deleted permanently after 30 days.')).toBeVisible();

  const change = page.getByRole('button', { name: 'Change how long items are kept' });
  const dialog = page.getByRole('dialog', { name: 'Trash and versions of “Drafts”' });
  const shorten = async (): Promise<void> => {
    await change.click();
    await keepFor(dialog, '0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a value from 1 to 3,650.')).toBeVisible();
    await dialog.getByLabel('Days in the trash').fill('12');
    await expect(dialog.getByText('Nothing that is there now will be deleted.')).toBeVisible();
    await dialog.getByLabel('Days in the trash').fill('7');
    await expect(
      dialog.getByText('3 items in the trash are older than 7 days and will be deleted permanently.'),
    ).toBeVisible();
  };
  await shorten();
  const { see, findings } = sightOf(page, EVERY_LOOK, 'retention');
  await see('retention-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete what is older?' });
  await expect(question.getByText(/^3 items in the trash/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save and delete' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Items are deleted permanently after 7 days.')).toBeVisible();
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await expect(messages(page).getByText('Changed back')).toBeVisible();
  await expect(page.getByText('Items are deleted permanently after 30 days.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^First/ })).toBeVisible();

  await shorten();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save and delete' }).click();
  await change.click();
  await expect(dialog.getByText(/^Nothing is deleted by the shorter time before/)).toBeVisible();
  await page.keyboard.press('Escape');
  await query(
    `update space set retention_changed_at = retention_changed_at - interval '2 hours' where id = '${spaceId}'`,
  );
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  await page.goto(`${coffer.url}/activity/${spaceId}`);
  const told = page.getByText('Changed how long the trash is kept from 30 to 7 days').first();
  await expect(told).toBeVisible();
  expect(findings).toEqual([]);
});

test('the owner of a personal space, and an administrator for any space, choose how long it keeps', async ({
  page,
}) => {
  const { person, coffer } = world;
  await page.goto(`${coffer.url}/trash`);
  await enterWhereAsked(page);
  await page.getByRole('button', { name: 'Change how long items are kept' }).click();
  const own = page.getByRole('dialog', { name: 'Trash and versions of your files' });
  await keepFor(own, '44');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Items are deleted permanently after 44 days.')).toBeVisible();

  const { id: spaceId } = await person.call('createSpace', { body: { name: 'Contracts', color: 'red' } });
  const change = { spaceTrashDaysMax: 90 };
  const { revision } = await person.call('getSettings');
  await person.call('changeSettings', { revision, body: change });
  await page.goto(`${coffer.url}/admin/spaces`);
  const actions = page.getByRole('button', { name: 'Actions for Contracts' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Trash and versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trash and versions of “Contracts”' });
  await keepFor(dialog, '3650');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(messages(page).getByText('Trash and versions changed')).toBeVisible();
  const kept = await person.call('getSpaceRetention', { params: { spaceId } });
  expect(kept).toMatchObject({ own: { trashDays: 3_650 }, bounds: { trashDays: { min: 1, max: 90 } } });
});
