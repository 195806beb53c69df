// docs/decisions/0158-import-from-a-bucket.md
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';
import { startOtherStore } from './other-store.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let source: Awaited<ReturnType<typeof startOtherStore>>;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  source = running.use(
    await startOtherStore('photos', {
      'photos/2026/sea.txt': 'The sea in May',
      'photos/2026/': '',
      'photos/notes.txt': 'What we saw',
      'photos/Notes.txt': 'What others saw',
      'other.txt': 'Not asked for',
    }),
  );
  const data: DataFolder = running.use(await createDataFolder('bucket-import'));
  const environment = { ...data.environment, COFFER_WEBHOOK_NETWORKS: '127.0.0.1' };
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment }));
  await welcome(coffer);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const openDialog = async (page: Page, say = wordsOf('en')) => {
  await page
    .getByRole('button', { name: say('browse.new'), exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: say('browse.importBucket') }).click();
  return page.getByRole('dialog', { name: say('bucketImport.title') });
};

const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) {
    await page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(value);
  }
};

test('a bucket is imported with its folders, what is left out is named, and an undo takes it away', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInInBrowser(page, coffer);
  await page.goto(coffer.url);
  await page.getByRole('link', { name: 'Files', exact: true }).first().click();
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('textbox', { name: 'Address of the storage' })).toBeFocused();
  await page.keyboard.type('https://10.0.0.1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter the name of the bucket.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Bucket', exact: true })).toBeFocused();
  await page.keyboard.type('unknown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This address is inside a private network.')).toBeVisible();
  const { endpoint, accessKeyId, secretAccessKey } = source.address;
  await fill(page, { 'Address of the storage': endpoint, 'Access key ID': accessKeyId });
  await dialog.getByLabel('Secret access key').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The bucket refuses this key.')).toBeVisible();
  await dialog.getByLabel('Secret access key').fill(secretAccessKey);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('There’s no such bucket at this address.')).toBeVisible();
  await fill(page, { Bucket: 'photos', 'Folder in the bucket': 'photos/' });
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('3 files')).toBeVisible();
  await expect(dialog.getByText('photos/photos/')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toBeHidden();

  const tray = page.getByRole('region', { name: 'Background actions' });
  await expect(tray.getByText('2 files imported')).toBeVisible({ timeout: 30_000 });
  await tray.getByText('1 file was left out').click();
  await expect(tray.getByText('photos/notes.txt')).toBeVisible();
  await expect(tray.getByText('A file or folder with this name already exists.')).toBeVisible();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Notes.txt')).toBeVisible();
  await link('2026').dblclick();
  await link('sea.txt').dblclick();
  await expect(page.getByText('The sea in May')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await tray.getByRole('button', { name: 'Undo' }).click();
  await expect(link('Notes.txt')).toBeHidden();
});

test('on a phone a refusal above the form is scrolled into view', async ({ page }) => {
  await signInInBrowser(page, coffer);
  await page.setViewportSize({ width: 375, height: 480 });
  await page.route('**/bucket-imports/survey', async (route) => {
    await route.fulfill({ status: 500, json: {} });
  });
  await page.goto(coffer.url);
  const dialog = await openDialog(page);
  const { endpoint, accessKeyId, secretAccessKey } = source.address;
  await fill(page, { 'Address of the storage': endpoint, Bucket: 'photos', 'Access key ID': accessKeyId });
  await dialog.getByLabel('Secret access key').fill(secretAccessKey);
  const address = dialog.getByRole('textbox', { name: 'Address of the storage' });
  const go = dialog.getByRole('button', { name: wordsOf('en')('bucketImport.look') });
  await go.scrollIntoViewIfNeeded();
  await expect(address).not.toBeInViewport();
  await go.click();
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
});

for (const locale of ['en', 'ar'] as const) {
  test(`an import from a bucket has no accessibility problem (${locale})`, async ({ page }) => {
    test.setTimeout(240_000);
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(
      page,
      locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK,
      'bucket-import',
    );
    await page.goto(coffer.url);
    const dialog = await openDialog(page, say);
    await dialog.getByRole('button', { name: say('bucketImport.look') }).click();
    await expect(dialog.getByText(say('bucketImport.bucket.wrong'))).toBeVisible();
    await see(`bucket-import-source-${locale}`);
    const { endpoint, accessKeyId, secretAccessKey } = source.address;
    await fill(page, {
      [say('bucketImport.endpoint')]: endpoint,
      [say('bucketImport.bucket')]: 'photos',
      [say('bucketImport.accessKeyId')]: accessKeyId,
    });
    await dialog.getByLabel(say('bucketImport.secret'), { exact: true }).fill(secretAccessKey);
    await dialog.getByRole('button', { name: say('bucketImport.look') }).click();
    await expect(dialog.getByText(say('bucketImport.again'))).toBeVisible();
    await see(`bucket-import-found-${locale}`);
    await dialog.getByRole('button', { name: say('bucketImport.start') }).click();
    await expect(dialog).toBeHidden();
    await page.locator('summary').click({ timeout: 30_000 });
    await see(`bucket-import-done-${locale}`);
    expect(findings).toEqual([]);
  });
}
