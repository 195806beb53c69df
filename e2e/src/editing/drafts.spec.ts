// Drafts: text that is not saved, kept in the browser.
import type { NodeId, NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const LIST = 'bread\nmilk\ntea\n';

let world: TransferWorld;
let folderId: NodeId;

test.beforeAll(async () => {
  world = await joinTransferWorld();
  folderId = await world.addFolder('drafts');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('unsaved changes are asked about, and survive a crash', async ({ page }) => {
  const file = await upload('draft.txt');
  const { preview, code } = await openEditor(page, file);
  await page.keyboard.type('eggs\n');
  await preview.getByRole('button', { name: 'Close preview' }).click();
  const question = page.getByRole('dialog', { name: 'Save your changes?' });
  expect(await judge(page)).toEqual([]);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(code).toBeFocused();
  await expect
    .poll(async () => await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('coffer-drafts');
  await page.waitForTimeout(1_000);
  const url = page.url();
  await page.close({ runBeforeUnload: false });
  const after = await page.context().newPage();
  await after.goto(url);
  await after.getByRole('button', { name: 'Edit' }).click();
  await expect(after.getByRole('heading', { name: 'You have unsaved changes' })).toBeVisible();
  expect(await judge(after)).toEqual([]);
  await after.getByRole('button', { name: 'Restore draft' }).click();
  await expect(after.getByText('eggs')).toBeVisible();
  await after.keyboard.press('Control+s');
  await expect(after.getByText(/^Saved, \d/)).toBeVisible();
  expect(await contentOf(file)).toBe(`eggs\n${LIST}`);
  await after.reload();
  await after.getByRole('button', { name: 'Edit' }).click();
  await expect(after.getByRole('textbox', { name: 'Text of draft.txt' })).toBeFocused();
  await after.keyboard.type('gone');
  await after.keyboard.press('Escape');
  await after.keyboard.press('Enter');
  await after.getByRole('button', { name: 'Don’t save' }).click();
  await expect(after.getByRole('button', { name: 'Edit' })).toBeVisible();
  expect(await contentOf(file)).toBe(`eggs\n${LIST}`);
  await after.getByRole('button', { name: 'Edit' }).click();
  await expect(after.getByRole('textbox', { name: 'Text of draft.txt' })).toBeFocused();
  await after.close();
});

test('two tabs with the same text keep a draft each, and both are offered after a crash', async ({
  page,
}) => {
  const file = await upload('twice.txt');
  const first = await openEditor(page, file);
  const second = await page.context().newPage();
  await page.keyboard.type('eggs\n');
  await expect.poll(async () => await draftsIn(page)).toEqual(['eggs']);

  await test.step('a tab is not offered the draft of another that is open, and deletes only its own', async () => {
    const { preview } = await openEditor(second, file);
    await second.keyboard.type('rice\n');
    await expect.poll(async () => await draftsIn(page)).toEqual(['eggs', 'rice']);
    await preview.getByRole('button', { name: 'Done' }).click();
    await second.getByRole('button', { name: 'Don’t save' }).click();
    await expect(preview.getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(await draftsIn(page)).toEqual(['eggs']);
  });

  await test.step('after a crash of both, one is restored and the other is still there', async () => {
    await second.getByRole('button', { name: 'Edit' }).click();
    await expect(second.getByRole('textbox', { name: 'Text of twice.txt' })).toBeFocused();
    await second.keyboard.type('rice\n');
    await expect.poll(async () => await draftsIn(page)).toEqual(['eggs', 'rice']);
    await first.code.press('End');
    const after = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await second.close({ runBeforeUnload: false });
    await world.preview(after, file);
    await after.getByRole('button', { name: 'Edit' }).click();
    await expect(after.getByRole('heading', { name: 'You have unsaved changes' })).toBeVisible();
    await after.getByRole('button', { name: 'Show another draft' }).click();
    expect(await judge(after)).toEqual([]);
    await after.getByRole('button', { name: 'Restore draft' }).click();
    await expect(after.getByText('eggs')).toBeVisible();
    await after.keyboard.press('Control+s');
    await expect(after.getByText(/^Saved, \d/)).toBeVisible();
    expect(await draftsIn(after)).toEqual(['rice']);
    await after.getByRole('button', { name: 'Done' }).click();
    await after.getByRole('button', { name: 'Edit' }).click();
    await after.getByRole('button', { name: 'Restore draft' }).click();
    await expect(after.getByText('rice')).toBeVisible();
    await expect(after.getByText('eggs')).toHaveCount(0);
    await after.close();
  });
});

test('a browser that keeps no drafts says so, offers the text, and asks before going back', async ({
  page,
}) => {
  const file = await upload('unkept.txt');
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no storage', 'SecurityError');
    };
  });
  const { preview, code } = await openEditor(page, file);
  // A step within the page: beyond it, the browser asks.
  await page.evaluate(() => history.pushState(history.state, '', location.href));
  await page.route('**/api/v1/uploads', async (route) => {
    const problem = {
      type: 'about:blank',
      title: 'full',
      status: 413,
      code: 'quota_exceeded',
      requestId: 'r',
    };
    await route.fulfill({ status: 413, contentType: 'application/problem+json', json: problem });
  });
  await page.keyboard.type('eggs\n');
  await page.keyboard.press('Control+s');
  const notice = preview.getByRole('alert');
  await expect(notice.getByText('Your changes can’t be kept in this browser.')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Download text' }).click();
  expect((await download).suggestedFilename()).toBe('unkept.txt');
  await page.evaluate(() => history.back());
  await page
    .getByRole('dialog', { name: 'Save your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(code).toContainText('eggs');
});

async function upload(name: string): Promise<NodeView> {
  return await world.person.upload(folderId, name, Buffer.from(LIST));
}

async function contentOf({ id }: NodeView): Promise<string> {
  const { url } = await world.person.call('getContent', {
    params: { nodeId: id },
    query: { disposition: 'attachment', as: 'json' },
  });
  return await (await fetch(url)).text();
}

async function openEditor(
  page: Page,
  file: NodeView,
): Promise<{ readonly preview: Locator; readonly code: Locator }> {
  const preview = await world.preview(page, file);
  await preview.getByRole('button', { name: 'Edit' }).click();
  const code = preview.getByRole('textbox', { name: `Text of ${file.name}` });
  await expect(code).toBeFocused();
  return { preview, code };
}

/** The first lines of all drafts in this browser. */
async function draftsIn(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'coffer-drafts')) return [];
    return await new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('coffer-drafts');
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        const database = opening.result;
        const reading: IDBRequest<{ text: string }[]> = database
          .transaction('drafts')
          .objectStore('drafts')
          .getAll();
        reading.onsuccess = () => {
          database.close();
          resolve(reading.result.map(({ text }) => text.split('\n')[0] ?? '').toSorted());
        };
      };
    });
  });
}
