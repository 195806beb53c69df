import { startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';

test('a person finds a file by what is in it, from the box and on the page of results, and opens it', async ({
  page,
}) => {
  await using data = await createDataFolder('find-contents');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const upload = async (name: string, content: string) =>
    await ada.upload(personalSpace.rootId, name, Buffer.from(content));
  await upload('Walrus.txt', 'nothing of that');
  await upload(
    'Diary.txt',
    `${'It rained. '.repeat(3_000)}At last the walrus sang <b>loudly</b>. ${'It rained. '.repeat(3_000)}`,
  );
  await upload('Page.html', '<script>walrus()</script><p>Café menu</p>');

  await page.goto(coffer.url);
  await page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Diary.txt' })).toBeVisible();

  await page.goto(`${coffer.url}/search?q=walrus`);
  const names = page.getByRole('region', { name: 'Names' });
  const contents = page.getByRole('region', { name: 'Contents' });
  await expect(names.getByRole('link', { name: 'Walrus.txt', exact: true })).toBeVisible();
  await expect(contents.getByText('At last the walrus sang <b>loudly</b>.')).toBeVisible({ timeout: 30_000 });
  await expect(contents.getByRole('listitem')).toHaveCount(1);
  await expect(contents.locator('mark')).toHaveText(['walrus']);
  await expect(names.getByRole('listitem')).toHaveCount(1);

  await page.keyboard.press('ArrowDown');
  await expect(names.getByRole('link', { name: 'Walrus.txt', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(contents.getByRole('link', { name: 'Diary.txt', exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Names and contents' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Contents', exact: true }).press('Enter');
  await expect(page).toHaveURL(/in=content/);
  await expect(names).toBeHidden();
  const results = page.getByRole('list', { name: 'Search results' });
  await results.getByRole('link', { name: 'Diary.txt', exact: true }).focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Diary.txt' });
  await expect(viewer.getByLabel('Find in this file')).toHaveValue('walrus');
  await expect(viewer.getByText('1 of 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.reload();
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await page.goto(`${coffer.url}/search?q=walrus+-sang&in=content`);
  await expect(page.getByRole('heading', { name: 'No results for “walrus -sang”' })).toBeVisible();

  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('cafe men');
  const option = page.getByRole('option', { name: 'Page.html' });
  await expect(option).toContainText('Café menu');
  await box.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Page.html' })).toBeVisible();

  // A part that fails says so, beside the other.
  const problem = { type: 'about:blank', title: 'Internal', status: 500, code: 'internal', requestId: 'r' };
  await page.route(/\/api\/v1\/search\?.*in=content/, async (route) => {
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  });
  await page.goto(`${coffer.url}/search?q=walrus`);
  await expect(names.getByRole('link', { name: 'Walrus.txt', exact: true })).toBeVisible();
  await expect(contents.getByText('Something went wrong on the server')).toBeVisible();
  await expect(contents.getByRole('button', { name: 'Try again' })).toBeVisible();
});
