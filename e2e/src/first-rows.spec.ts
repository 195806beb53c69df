import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';

const FOLDERS = ['Apples', 'Bread', 'Cherries', 'Dates'];

test('rows answer keys, clicks and links before any further script has arrived', async ({ page }) => {
  await using data = await createDataFolder('first-rows');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
  await fill(coffer);
  await signIn(page, coffer.url);
  await withLateScripts(page, async () => {
    await page.getByRole('row', { name: 'Apples' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expectSelected(page, ['Bread', 'Cherries']);
    await expect(page.getByRole('row', { name: 'Cherries' })).toBeFocused();
  });
  await withLateScripts(page, async () => {
    await page.getByRole('row', { name: 'Apples' }).focus();
    await page.keyboard.press('d');
    await expectSelected(page, ['Dates']);
  });
  await withLateScripts(page, async () => {
    await page.getByRole('row', { name: 'Bread' }).getByRole('checkbox').click();
    await page.getByRole('row', { name: 'Dates' }).getByRole('checkbox').click();
    await expectSelected(page, ['Bread', 'Dates']);
  });
  await withLateScripts(page, async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expectSelected(page, FOLDERS);
  });
  await withLateScripts(page, async () => {
    await page.getByRole('row', { name: 'Cherries' }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Cherries', level: 1 })).toBeVisible();
  });
});

async function fill(coffer: CofferProcess): Promise<void> {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  for (const name of FOLDERS) {
    await ada.call('createFolder', { body: { parentId: personalSpace.rootId, name } });
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Apples' })).toBeVisible();
}

/** Delays every script requested after the rows appear. */
async function withLateScripts(page: Page, act: () => Promise<void>): Promise<void> {
  await page.goto(new URL('/', page.url()).href);
  await expect(page.getByRole('row', { name: 'Apples' })).toBeVisible();
  const gate = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await act();
  gate.resolve(undefined);
  await page.unrouteAll({ behavior: 'wait' });
}

async function expectSelected(page: Page, names: readonly string[]): Promise<void> {
  for (const name of FOLDERS) {
    await expect(page.getByRole('row', { name })).toHaveAttribute(
      'aria-selected',
      String(names.includes(name)),
    );
  }
}
