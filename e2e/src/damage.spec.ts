import type { NodeView } from '@coffer/contracts';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { sightOf } from './judge-screens.ts';
import { EVERY_LOOK } from './screens/looks.ts';
import { Person } from './person.ts';
import { expectFiles, signInInBrowser } from './sign-in/sign-in-steps.ts';
import { openStore, type StoreIntruder } from './store-client.ts';
import { wordsOf } from './words.ts';

const say = wordsOf('en');
const OLD = Buffer.from('the first draft of the minutes');
const NEW = Buffer.from('the second draft of the minutes');
const ROTTEN = Buffer.from('the sEcond draft of the minutes');
/** The scrub runs once a minute. */
const READ_AGAIN = { timeout: 300_000, intervals: [1_000] };
/** Longer than the page's polling interval. */
const LATER = '06:00';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let database: TestDatabase;
let store: StoreIntruder;
let ada: Person;
let space: { readonly id: NodeView['spaceId']; readonly rootId: NodeView['id'] };

test.describe.configure({ mode: 'serial', timeout: 600_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  database = running.adopt(await testDatabase(), async (made) => await made.drop());
  const data = running.use(await createDataFolder('damage'));
  const environment = { ...data.environment, DATABASE_URL: database.connectionString };
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment }));
  await welcome(coffer);
  store = await openStore(coffer, data);
  ada = new Person(coffer.url);
  space = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace;
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('the owner at the top of the space is told of a file below that has rotted, and restores it there', async ({
  page,
}) => {
  const folder = await newFolder(await newFolder(space.rootId, 'Work'), 'Meetings');
  const file = await ada.replace(await ada.upload(folder, 'minutes.txt', OLD), NEW);
  await page.clock.install();
  await signInInBrowser(page, coffer);
  await expect(page.getByRole('row', { name: 'Work' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(noticeIn(page)).toHaveCount(0);
  await rot([file, ROTTEN]);

  const announced = page.getByRole('status').filter({ hasText: '1 file is damaged' });
  // The announcement disappears after seconds.
  await Promise.all([expect(announced).toHaveCount(1), page.clock.fastForward(LATER)]);
  await expect(noticeIn(page)).toContainText('1 file is damaged');
  await expect(page.getByRole('status').getByRole('button')).toHaveCount(0);
  expect(asked.filter((path) => path.endsWith('/damage'))).toEqual([]);
  asked.length = 0;
  await page.getByRole('link', { name: 'Work' }).click();
  await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible();
  await expect(noticeIn(page)).toContainText('1 file is damaged');
  expect(asked.filter((path) => path.includes('/spaces/'))).toEqual([]);

  await page.goto(coffer.url);
  await expectFiles(page);
  const show = noticeIn(page).getByRole('button', { name: say('browse.damages.show') });
  await show.focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const item = dialog.getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item.getByRole('link', { name: 'minutes.txt' })).toBeVisible();
  await expect(item.getByRole('link', { name: 'Files / Work / Meetings' })).toBeVisible();
  await expect(item).toContainText(say('browse.damages.checksum'));
  await expect(item).toContainText(/Found on .*2\d{3}/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(show).toBeFocused();

  await page.keyboard.press('Enter');
  await item.getByRole('link', { name: 'Files / Work / Meetings' }).click();
  await expect(page.getByRole('heading', { name: 'Meetings', level: 1 })).toBeFocused();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /^minutes\.txt, .*, damaged$/ })).toBeVisible();

  await page.goto(coffer.url);
  await show.click();
  await dialog.getByRole('button', { name: 'Restore version 1 of minutes.txt' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(say('browse.damages.none'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(noticeIn(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeFocused();
  expect((await ada.download(file.id)).equals(OLD)).toBe(true);
});

test('what has no whole version is uploaded again or given up, and who may only read is not asked to', async ({
  page,
}) => {
  const folder = await newFolder(space.rootId, 'Plans');
  const plan = await ada.upload(folder, 'plan.txt', NEW);
  const scrap = await ada.upload(space.rootId, 'scrap.txt', NEW);
  await rot([plan, ROTTEN], [scrap, Buffer.concat([ROTTEN, ROTTEN])]);

  await change(`update member set role = 'viewer'`);
  await signInInBrowser(page, coffer);
  await expect(page.getByRole('row', { name: /^scrap\.txt, .*, damaged$/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(noticeIn(page)).toHaveCount(0);
  await change(`update member set role = 'owner'`);

  await page.reload();
  await expect(noticeIn(page)).toContainText('2 files are damaged');
  const { see, findings } = sightOf(page, EVERY_LOOK, 'damage');
  await see('notice');
  const show = noticeIn(page).getByRole('button', { name: say('browse.damages.show') });
  await show.click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await see('list');
  await dialog.getByRole('button', { name: 'Move scrap.txt to trash' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  const again = { name: 'plan (from my backup).txt', mimeType: 'text/plain', buffer: OLD };
  await dialog.getByLabel('Upload again: plan.txt').and(page.locator('input')).setInputFiles(again);
  await expect(dialog).toBeHidden();
  await page.getByRole('radio', { name: say('transfer.conflict.replace') }).check({ force: true });
  await page.getByRole('button', { name: say('transfer.conflict.apply') }).click();
  await expect(noticeIn(page)).toHaveCount(0);
  expect((await ada.download(plan.id)).equals(OLD)).toBe(true);
  expect(findings).toEqual([]);
});

test('through a long list the focus stays in it, and a number that is not the whole one says so', async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>();
  const file = await ada.upload(space.rootId, 'of many.txt', OLD);
  const item = { node: file, from: ['Files'], damage: 'checksum', foundAt: file.createdAt, whole: null };
  await page.route(`**/api/v1/spaces/${space.id}`, async (route) => {
    const view: object = await (await route.fetch()).json();
    await route.fulfill({ json: { ...view, damagedFiles: 1_000 } });
  });
  await page.route(`**/api/v1/spaces/${space.id}/damage?*`, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('at'));
    if (at > 0) await answer.promise;
    await route.fulfill({
      json: { items: [{ ...item, foundAt: `20${20 + at / 20}-03-01T12:00:00.000Z` }], total: 60 },
    });
  });
  await signInInBrowser(page, coffer);
  await expect(noticeIn(page)).toContainText('At least 1,000 files are damaged');
  await noticeIn(page)
    .getByRole('button', { name: say('browse.damages.show') })
    .click();
  const dialog = dialogOf(page);
  const next = dialog.getByRole('button', { name: say('browse.damages.next') });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('21–40 of 60')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText('2020');
  await expect(next).toBeFocused();
  answer.resolve();
  await expect(dialog.getByRole('listitem')).toContainText('2021');
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText('2022');
  await expect(next).toBeDisabled();
  await expect(dialog.locator(':focus')).toHaveCount(1);
});

function noticeIn(page: Page): Locator {
  return page.getByRole('region', { name: say('browse.damages.title') });
}

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: say('browse.damages.title') });
}

async function newFolder(parentId: NodeView['id'], name: string): Promise<NodeView['id']> {
  return (await ada.call('createFolder', { body: { parentId, name } })).id;
}

async function rot(...files: readonly (readonly [file: NodeView, bytes: Buffer])[]): Promise<void> {
  for (const [{ versionId }, bytes] of files) {
    const [row] = await change(
      `select blob.key from version join blob on blob.id = version.blob_id where version.id = '${versionId}'`,
    );
    await store.replace(String(row?.['key']), bytes);
  }
  await change('update blob set checked_at = null');
  const countFound = async (): Promise<number> => {
    const { items } = await ada.call('listDamage', { params: { spaceId: space.id } });
    return items.filter(({ node }) => files.some(([file]) => file.id === node.id)).length;
  };
  await expect.poll(countFound, READ_AGAIN).toBe(files.length);
}

async function change(statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
