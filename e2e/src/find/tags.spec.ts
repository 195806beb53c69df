// docs/decisions/0131-tags.md
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';
import { openFilesAs } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('tags'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const ada = new Person(coffer.url);
  const { rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace;
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await ada.upload(rootId, name, Buffer.from(name));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Tags of/ });

test('tags are made and put on one or several items by keyboard', async ({ page }) => {
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
  });
});
