// The list is shown before the code that works it has arrived. What a person does in between is not lost.
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';

const FOLDERS = ['Apples', 'Bread', 'Cherries', 'Dates'];

test('keys, clicks and taps made before the code of the list is here are done when it is', async ({
  page,
}) => {
  await using data = await createDataFolder('early-hands');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
  await fill(coffer);
  await signIn(page, coffer.url);
  await withLateAnswers(page, async (arrive) => {
    await page.getByRole('row', { name: 'Apples' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await arrive();
    await expectSelected(page, ['Bread', 'Cherries']);
    await expect(page.getByRole('row', { name: 'Cherries' })).toBeFocused();
  });
  await withLateAnswers(page, async (arrive) => {
    await page.getByRole('row', { name: 'Apples' }).focus();
    await page.keyboard.press('d');
    await arrive();
    await expectSelected(page, ['Dates']);
  });
  await withLateAnswers(page, async (arrive) => {
    await page.getByRole('row', { name: 'Bread' }).getByRole('checkbox').click();
    await page.getByRole('row', { name: 'Dates' }).getByRole('checkbox').click();
    await arrive();
    await expectSelected(page, ['Bread', 'Dates']);
  });
  await withLateAnswers(page, async (arrive) => {
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await arrive();
    await expectSelected(page, FOLDERS);
  });
  await withLateAnswers(page, async (arrive) => {
    await page.getByRole('row', { name: 'Cherries' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/s\/[^/]+$/);
    await arrive();
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
  await page.getByLabel('E-mail or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Apples' })).toBeVisible();
}

/** Loads the files with the code of the answers held back until `arrive` is called. */
async function withLateAnswers(
  page: Page,
  act: (arrive: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(/\/assets\/grid-answers-[^/]+\.js$/, async (route) => {
    asked += 1;
    await gate.promise;
    await route.continue();
  });
  await page.goto(new URL('/', page.url()).href);
  await expect(page.getByRole('row', { name: 'Apples' })).toBeVisible();
  await act(async () => {
    expect(asked).toBeGreaterThan(0);
    gate.resolve(undefined);
    await Promise.resolve();
  });
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
