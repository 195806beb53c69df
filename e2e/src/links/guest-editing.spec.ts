// Guests who edit a text by a link, while somebody else writes, or the link ends.
import { DAY_MS } from '@coffer/kit';
import type { LinkId, NodeId, NodeView, OperationInput } from '@coffer/contracts';
import { type Browser, devices, expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const LIST = 'bread\nmilk\ntea\n';
const BY_NAME = { sort: 'name', order: 'asc', at: '0', limit: '20' } as const;

let world: TransferWorld;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a guest edits a text of a folder, a draft survives a crash, and a new file is written', async ({
  browser,
}) => {
  const folderId = await world.addFolder('guest edits');
  const file = await upload(folderId, 'list.txt', LIST);
  const { url } = await share(folderId);
  const page = await guestAt(browser, url);
  await page.getByRole('link', { name: 'list.txt' }).click();
  const preview = page.getByRole('dialog', { name: 'list.txt' });
  await expect(preview.getByText('milk')).toBeVisible();
  await page.keyboard.press('e');
  const code = preview.getByRole('textbox', { name: 'Text of list.txt' });
  await expect(code).toBeFocused();
  await page.keyboard.type('eggs\n');
  await expect(preview.getByText('Unsaved changes')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  await page.keyboard.type('salt\n');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => await contentOf(file)).toBe(`eggs\nsalt\n${LIST}`);
  const versions = await world.person.call('listVersions', { params: { nodeId: file.id } });
  expect(versions.items.map(({ author }) => author)).toEqual([
    { kind: 'guest_by_link', link: 'For the council' },
    { kind: 'guest_by_link', link: 'For the council' },
    { kind: 'you' },
  ]);

  await test.step('what was not saved is there after a crash', async () => {
    await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
    await page.keyboard.type('rice');
    await expect.poll(async () => await draftsIn(page)).toBe(1);
    const address = page.url();
    await page.close({ runBeforeUnload: false });
    const after = await page.context().newPage();
    await after.goto(address);
    await after.getByRole('button', { name: 'Edit' }).click();
    await after.getByRole('button', { name: 'Restore draft' }).click();
    await expect(after.getByText('rice')).toBeVisible();
    await after.keyboard.press('Control+s');
    await expect(after.getByText(/^Saved, \d/)).toBeVisible();
    expect(await draftsIn(after)).toBe(0);
    await after.getByRole('button', { name: 'Done' }).click();
    await expect(after.getByRole('dialog').getByText('rice')).toBeVisible();
    await after.close();
  });

  const page2 = await page.context().newPage();
  await page2.goto(url);
  await test.step('a new Markdown file opens in the editor', async () => {
    const create = async (name: string): Promise<Locator> => {
      await page2.getByRole('button', { name: 'New', exact: true }).click();
      await page2.getByRole('menuitem', { name: 'New Markdown file' }).click();
      const dialog = page2.getByRole('dialog', { name: 'New Markdown file' });
      await dialog.getByLabel('Name').fill(name);
      await page2.keyboard.press('Enter');
      return dialog;
    };
    const refused = await create('a/b');
    await expect(refused.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await refused.getByRole('button', { name: 'Cancel' }).click();
    const taken = await create('list.txt');
    const words = 'A file or folder with this name already exists.';
    await expect(taken.getByLabel('Name')).toHaveAccessibleDescription(words);
    await taken.getByRole('button', { name: 'Cancel' }).click();
    await create('diary');
    await expect(page2.getByRole('textbox', { name: 'Text of diary.md' })).toBeFocused();
    await page2.keyboard.type('# Dear reader');
    await page2.keyboard.press('Control+s');
    await expect(page2.getByText(/^Saved, \d/)).toBeVisible();
    const { items } = await world.person.call('listChildren', {
      params: { nodeId: folderId },
      query: BY_NAME,
    });
    const diary = items.find(({ name }) => name === 'diary.md');
    expect(diary === undefined ? undefined : await contentOf(diary)).toBe('# Dear reader');
  });
  await page2.context().close();
});

test('a guest and a member who write at once lose nothing', async ({ browser }) => {
  const folderId = await world.addFolder('guest conflicts');
  const file = await upload(folderId, 'plan.txt', LIST);
  const { url } = await share(file.id);
  const page = await guestAt(browser, url);
  await page.getByRole('button', { name: 'Edit' }).click();
  const preview = page.getByRole('dialog', { name: 'plan.txt' });
  await expect(preview.getByRole('textbox', { name: 'Text of plan.txt' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' of rye');
  await world.person.replace(file, Buffer.from(LIST.replace('bread', 'bread of wheat')));
  await page.keyboard.press('Control+s');
  const heading = preview.getByRole('heading', { name: 'Someone saved this file while you were editing' });
  await expect(heading).toBeFocused();
  await expect(preview.getByText('1 change needs your decision.')).toBeVisible();
  // The link has no place for another file.
  await expect(preview.getByRole('button', { name: 'Save mine as a copy' })).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await expect(preview.getByText(/^Both versions are kept\. The people who shared/)).toBeVisible();
  await preview.getByRole('button', { name: 'Use both' }).click();
  await preview.getByRole('button', { name: 'Save merged text' }).click();
  await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe('bread of rye\nbread of wheat\nmilk\ntea\n');
  await expect(preview.getByRole('textbox', { name: 'Text of plan.txt' })).toBeFocused();
  await preview.getByRole('button', { name: 'Done' }).click();
  await preview.getByRole('button', { name: 'Close preview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'plan.txt' })).toBeVisible();
  await expect(page.getByText('bread of wheat')).toBeVisible();
  await page.context().close();
});

test('a link that is locked, full or revoked while a guest edits keeps the text', async ({ browser }) => {
  const folderId = await world.addFolder('guest limits');
  const file = await upload(folderId, 'minutes.txt', LIST);
  const made = await share(folderId, { request: { bytesMax: 100 } });
  const page = await guestAt(browser, made.url);
  await page.getByRole('link', { name: 'minutes.txt' }).click();
  const preview = page.getByRole('dialog', { name: 'minutes.txt' });
  await preview.getByRole('button', { name: 'Edit' }).click();
  const code = preview.getByRole('textbox', { name: 'Text of minutes.txt' });
  await expect(code).toBeFocused();

  await test.step('a password that was set since is asked for in place', async () => {
    await page.keyboard.type('first ');
    const { revision } = await world.person.call('changePublicLink', {
      params: { linkId: made.id },
      revision: made.revision,
      body: { password: 'nine ladies dancing' },
    });
    expect(revision).toBeGreaterThan(made.revision);
    await page.keyboard.press('Control+s');
    const field = preview.getByLabel('Password for this link', { exact: true });
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(await judge(page)).toEqual([]);
    await field.fill('nine ladies dancing');
    await page.keyboard.press('Enter');
    await expect(preview.getByText(/^Saved, \d/)).toBeVisible();
    expect(await contentOf(file)).toBe(`first ${LIST}`);
  });

  await test.step('what is over the limit is not saved, and can be taken away', async () => {
    await code.press('Control+Home');
    await page.keyboard.insertText(`${'long '.repeat(30)}\n`);
    await page.keyboard.press('Control+s');
    await expect(preview.getByText('The upload limit of this link was reached.')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('button', { name: 'Download text' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('minutes.txt');
    await expect.poll(async () => await draftsIn(page)).toBe(1);
  });

  await test.step('a revoked link leaves the text to be copied, and no draft', async () => {
    await world.person.call('revokePublicLink', { params: { linkId: made.id } });
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect(preview.getByText('This link no longer works')).toBeVisible();
    expect(await judge(page)).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await preview.getByRole('button', { name: 'Copy text' }).click();
    const copied = await page.evaluate(async () => await navigator.clipboard.readText());
    expect(copied).toBe(`${'long '.repeat(30)}\nfirst ${LIST}`);
    await code.press('Control+End');
    await page.keyboard.type('and more');
    await expect(code).toContainText('and more');
    // Writes what is to be kept.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(await draftsIn(page)).toBe(0);
    await preview.getByRole('button', { name: 'Close preview' }).click();
    await page.getByRole('button', { name: 'Don’t save' }).click();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
  expect(await contentOf(file)).toBe(`first ${LIST}`);
  await page.context().close();
});

test('a guest edits on a phone, and somebody who may only look is offered nothing', async ({ browser }) => {
  const folderId = await world.addFolder('guest phones');
  const file = await upload(folderId, 'list.txt', LIST);
  const { url } = await share(folderId);
  const phone = await guestAt(browser, url, devices['Pixel 7']);
  await phone.getByRole('link', { name: 'list.txt' }).tap();
  const preview = phone.getByRole('dialog', { name: 'list.txt' });
  await preview.getByRole('button', { name: 'Edit' }).tap();
  await preview.getByRole('textbox', { name: 'Text of list.txt' }).tap();
  await phone.keyboard.type('x');
  expect(await judge(phone)).toEqual([]);
  await world.person.call('trashNodes', { body: { ids: [file.id] } });
  await preview.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(preview.getByText('This file was deleted or you no longer have access')).toBeVisible();
  await preview.getByRole('button', { name: 'Save as a copy' }).tap();
  await expect(preview.getByText('Saved as list.txt')).toBeVisible();
  const { items } = await world.person.call('listChildren', {
    params: { nodeId: folderId },
    query: BY_NAME,
  });
  expect(items.map(({ name }) => name)).toEqual(['list.txt']);
  await phone.context().close();

  const pictures = await share(folderId, { request: { kinds: ['image'] } });
  const drawer = await guestAt(browser, pictures.url);
  await drawer.getByRole('button', { name: 'New', exact: true }).click();
  await expect(drawer.getByRole('menuitem')).toHaveText(['New folder']);
  await drawer.keyboard.press('Escape');
  await expect(drawer.getByRole('menu')).toHaveCount(0);
  await drawer.getByRole('link', { name: 'list.txt' }).click();
  await expect(drawer.getByRole('dialog').getByText('milk')).toBeVisible();
  await expect(drawer.getByRole('dialog').getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await drawer.context().close();

  const shown = await share(folderId, { kind: 'download' });
  const page = await guestAt(browser, shown.url);
  await page.getByRole('link', { name: 'list.txt' }).click();
  const viewer = page.getByRole('dialog', { name: 'list.txt' });
  await expect(viewer.getByText('milk')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(viewer.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.context().close();
});

async function upload(folderId: NodeId, name: string, content: string): Promise<NodeView> {
  return await world.person.upload(folderId, name, Buffer.from(content));
}

async function share(
  nodeId: NodeId,
  wanted: Partial<OperationInput<'createPublicLink', 'body'>> = {},
): Promise<{ readonly url: string; readonly id: LinkId; readonly revision: number }> {
  const { url, link } = await world.person.call('createPublicLink', {
    params: { nodeId },
    body: {
      kind: 'edit',
      label: 'For the council',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      ...wanted,
    },
  });
  return { url, id: link.id, revision: link.revision };
}

async function contentOf({ id }: Pick<NodeView, 'id'>): Promise<string> {
  const { url } = await world.person.call('getContent', {
    params: { nodeId: id },
    query: { disposition: 'attachment', as: 'json' },
  });
  return await (await fetch(url)).text();
}

async function guestAt(
  browser: Browser,
  url: string,
  device: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...device,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** How many drafts the browser keeps. */
async function draftsIn(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'coffer-drafts')) return 0;
    return await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('coffer-drafts');
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        const database = opening.result;
        const counting = database.transaction('drafts').objectStore('drafts').count();
        counting.onsuccess = () => {
          database.close();
          resolve(counting.result);
        };
      };
    });
  });
}
