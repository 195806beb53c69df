// A folder that a guest only looks at: grid, order, and files in their viewers.
import { createZip } from '@coffer/testing/archives';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { createMail } from '../preview/reading-files.ts';
import { createPdf, createPng } from '../sample-files.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let ada: Person;

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('guest-folder'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  const { rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace;
  const marsh = await ada.call('createFolder', { body: { parentId: rootId, name: 'Autumn on the marsh' } });
  const counts = await ada.call('createFolder', { body: { parentId: marsh.id, name: 'Counts' } });
  await ada.upload(counts.id, 'gate.csv', Buffer.from('gate,birds\nfour,9\n'));
  await ada.upload(counts.id, 'count.eml', createMail());
  await ada.upload(counts.id, 'counts.zip', createZip([{ name: 'north.txt', content: Buffer.from('9') }]));
  await ada.upload(marsh.id, 'dawn.png', createPng(640, 400));
  await ada.upload(marsh.id, 'heron.png', createPng(400, 640));
  await ada.upload(marsh.id, 'captions.pdf', createPdf('Captions and credits'));
  await ada.upload(marsh.id, 'notes.md', Buffer.from('# Field notes\n\nOpen at **dawn**.\n'));
  await ada.upload(marsh.id, 'birds.csv', Buffer.from('gate,birds\nfour,9\nfive,12\n'));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

async function openAsGuest(browser: Browser, url: string, locale = 'en-GB'): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
const namesIn = async (page: Page): Promise<readonly string[]> =>
  await page.getByRole('list', { name: 'Files and folders' }).locator('bdi').allInnerTexts();

let shown: string;

test('a member shares a view-only folder, and a guest browses it without downloading', async ({
  page,
  browser,
}) => {
  await signInInBrowser(page, coffer);
  await page.getByRole('row', { name: 'Autumn on the marsh' }).focus();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Links to Autumn on the marsh' });
  await dialog.getByRole('radio', { name: 'View', exact: false }).first().check();
  await expect(dialog.getByLabel('Download limit (optional)')).toHaveCount(0);
  const { see, findings } = sightOf(page, EVERY_LOOK, 'links');
  await see('dialog-kinds-en');
  expect(findings).toEqual([]);
  await dialog.getByRole('button', { name: 'Create and copy link' }).click();
  shown = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();

  const guest = await openAsGuest(browser, shown);
  await expect(heading(guest, 'Autumn on the marsh')).toBeVisible();
  await expect(guest.getByText('View only: downloading is turned off')).toBeVisible();
  await expect(guest.getByRole('button', { name: /Download/ })).toHaveCount(0);
  await expect(guest.getByText('6 items')).toBeVisible();
  const drawn = guest.locator('img[data-loaded]');
  await expect(drawn).toHaveCount(3, { timeout: 60_000 });

  await test.step('the order changes, and the list is remembered without a cookie', async () => {
    expect(await namesIn(guest)).toEqual([
      'Counts',
      'birds.csv',
      'captions.pdf',
      'dawn.png',
      'heron.png',
      'notes.md',
    ]);
    await guest.getByRole('button', { name: 'Ascending' }).click();
    await expect.poll(async () => (await namesIn(guest)).at(1)).toBe('notes.md');
    await guest.getByRole('button', { name: 'Descending' }).click();
    await guest.getByRole('button', { name: 'List', exact: true }).click();
    await guest.reload();
    await expect(guest.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await guest.context().cookies()).toEqual([]);
  });

  await test.step('files open in their viewers, one after the other by keys', async () => {
    await guest.getByRole('link', { name: 'birds.csv' }).press('Enter');
    const preview = guest.getByRole('dialog', { name: 'birds.csv' });
    await expect(preview.getByText('five')).toBeVisible();
    await expect(preview.getByText('File 1 of 5')).toBeVisible();
    await guest.keyboard.press('Escape');
    await guest.getByRole('link', { name: 'captions.pdf' }).press('Enter');
    await expect(guest.getByRole('dialog', { name: 'captions.pdf' }).locator('canvas').first()).toBeVisible();
    await guest.getByRole('button', { name: 'Next file' }).click();
    const picture = guest.getByRole('dialog', { name: 'dawn.png' });
    await expect(picture.getByRole('img', { name: 'dawn.png' })).toBeVisible();
    await guest.keyboard.press('ArrowRight');
    await expect(guest.getByRole('dialog', { name: 'heron.png' })).toBeVisible();
    await guest.keyboard.press('ArrowRight');
    const notes = guest.getByRole('dialog', { name: 'notes.md' });
    await expect(notes.getByRole('heading', { name: 'Field notes' })).toBeVisible();
    await expect(notes.getByRole('button', { name: 'Download' })).toHaveCount(0);
    await guest.goBack();
    await expect(notes).toBeHidden();
    await expect(heading(guest, 'Autumn on the marsh')).toBeVisible();
  });

  await test.step('a file over the list has an address of its own', async () => {
    await guest.getByRole('link', { name: 'dawn.png' }).press('Enter');
    await expect(guest.getByRole('dialog', { name: 'dawn.png' })).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('dialog', { name: 'dawn.png' })).toBeVisible();
    await guest.getByRole('button', { name: 'Close preview' }).click();
    await expect(guest.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('nothing is saved out of mail and archives either', async () => {
    await guest.getByRole('link', { name: 'Counts' }).click();
    await guest.getByRole('link', { name: 'count.eml' }).click();
    const mail = guest.getByRole('dialog', { name: 'count.eml' });
    const attachments = mail.getByRole('region', { name: 'Attachments' });
    await expect(attachments.getByRole('listitem')).not.toHaveCount(0);
    await expect(attachments.getByRole('button')).toHaveCount(0);
    await guest.screenshot({ path: test.info().outputPath('guest-mail.png') });
    await guest.getByRole('button', { name: 'Next file' }).click();
    const archive = guest.getByRole('dialog', { name: 'counts.zip' });
    await expect(archive.getByText('north.txt')).toBeVisible();
    await expect(archive.getByRole('button', { name: /^Save/ })).toHaveCount(0);
    await guest.getByRole('button', { name: 'Close preview' }).click();
  });

  await test.step('a file that is gone is said to be gone, and every folder keeps the order', async () => {
    await guest.getByRole('button', { name: 'Ascending' }).click();
    await guest.goto(`${shown}?file=${crypto.randomUUID()}`);
    await expect(guest.getByText('Couldn’t find this file.')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Descending' })).toBeVisible();
    await guest.screenshot({ path: test.info().outputPath('guest-gone.png') });
    await guest.getByRole('button', { name: 'Descending' }).click();
  });

  await test.step('the member revokes the link, and nothing more is shown', async () => {
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await guest.reload();
    await expect(heading(guest, 'This link no longer works')).toBeVisible();
  });
  await guest.context().close();
});

for (const [locale, looks] of [
  ['en', EVERY_LOOK],
  ['ar', LOOKS.rightToLeft],
] as const) {
  test(`axe finds nothing on grid, list and preview of guests in ${locale}`, async ({ browser }) => {
    const say = wordsOf(locale);
    const { items } = await ada.call('listOwnLinks', {});
    expect(items).toEqual([]);
    const root = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace.rootId;
    const list = await ada.call('listChildren', { params: { nodeId: root } });
    const nodeId = list.items[0]?.id ?? root;
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { url, link } = await ada.call('createPublicLink', { params: { nodeId }, body: { expiresAt } });
    const guest = await openAsGuest(browser, url, locale);
    await expect(guest.locator('img[data-loaded]')).toHaveCount(3, { timeout: 60_000 });
    const { see, findings } = sightOf(guest, looks, 'links');
    await see(`guest-grid-${locale}`);
    await guest.getByRole('button', { name: say('guest.view.list'), exact: true }).click();
    await see(`guest-list-${locale}`);
    await guest.getByRole('link', { name: 'dawn.png' }).click();
    await expect(guest.getByRole('img', { name: 'dawn.png' })).toBeVisible();
    await see(`guest-preview-${locale}`);
    expect(findings).toEqual([]);
    await ada.call('revokePublicLink', { params: { linkId: link.id } });
    await guest.context().close();
  });
}
