import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test';
import { row, joinTreeWorld, toast, type TreeWorld } from './tree-world.ts';

interface Drop {
  readonly onto: Locator;
  /** Undefined: nothing is said. */
  readonly hint: string | undefined;
  readonly modifiers?: number;
}

interface Dragged {
  readonly items: readonly { readonly mimeType: string; readonly data: string }[];
  readonly files: readonly string[];
}

const ALL_OPERATIONS = 19;
const CONTROL = 2;

let world: TreeWorld;
let folder: string;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTreeWorld();
  folder = await mkdtemp(join(tmpdir(), 'coffer-drops-'));
});

test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

test('files of the computer go onto the tree, the path and a row, and the page says where', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'desktop', ['a.txt']);
  const deep = await world.makeFolder(reports, 'Deep');
  await page.goto(page.url().replace(folderId, reports));
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.getByRole('treeitem', { name: 'Reports' }).focus();
  await page.keyboard.press('ArrowRight');
  await drop(page, await fileNamed('tree.txt'), {
    onto: page.getByRole('treeitem', { name: 'Deep' }),
    hint: 'upload to Deep',
  });
  await expect.poll(async () => await world.names(deep.id)).toEqual(['tree.txt']);
  const crumb = page.getByRole('navigation', { name: 'Folder path' }).getByText('desktop');
  await drop(page, await fileNamed('path.txt'), { onto: crumb, hint: 'upload to desktop' });
  await expect.poll(async () => await world.names(folderId)).toEqual(['Reports', 'a.txt', 'path.txt']);
  await drop(page, await fileNamed('row.txt'), { onto: row(page, 'Deep'), hint: 'upload to Deep' });
  await expect.poll(async () => await world.names(deep.id)).toEqual(['row.txt', 'tree.txt']);
  // Nowhere: the page stays, and nothing is sent.
  const nowhere = page.getByRole('link', { name: 'Recent' });
  await drop(page, await fileNamed('lost.txt'), { onto: nowhere, hint: undefined });
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect(await world.names(reports)).toEqual(['Deep']);
});

test('rows of another window are moved into the list, and copied onto a row with Ctrl', async ({
  page,
  context,
}) => {
  const { folderId, reports } = await world.fill(page, 'windows', ['a.txt', 'b.txt']);
  const other = await context.newPage();
  await other.goto(page.url().replace(folderId, reports));
  await expect(other.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await drop(other, await dragOf(page, 'a.txt'), {
    onto: other.getByRole('main').getByRole('grid'),
    hint: 'move to Reports',
  });
  await expect(row(other, 'a.txt')).toBeVisible();
  await expect(toast(other, 'Moved “a.txt” to Reports')).toBeVisible();
  await expect(row(page, 'a.txt')).toHaveCount(0);
  expect(await world.names(folderId)).toEqual(['Reports', 'b.txt']);
  const inner = await world.makeFolder(reports, 'Inner');
  await expect(row(other, 'Inner')).toBeVisible();
  await drop(other, await dragOf(page, 'b.txt'), {
    onto: row(other, 'Inner'),
    hint: 'copy to Inner',
    modifiers: CONTROL,
  });
  await expect.poll(async () => await world.names(inner.id)).toEqual(['b.txt']);
  expect(await world.names(folderId)).toEqual(['Reports', 'b.txt']);
  // Beside the list of another space they are still moved within their own.
  const team = await world.person.call('createSpace', { body: { name: 'Beside', color: 'green' } });
  await world.makeFolder(folderId, 'rests');
  await expect(row(page, 'rests')).toBeVisible();
  await other.goto(`${world.coffer.url}/s/${team.id}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Beside' })).toBeVisible();
  const places = other.getByRole('navigation', { name: 'Main' });
  await drop(other, await dragOf(page, 'rests'), {
    onto: places.getByRole('link', { name: 'Files' }),
    hint: 'move to Files',
  });
  await expect(row(page, 'rests')).toHaveCount(0);
  await drop(other, await dragOf(page, 'b.txt'), {
    onto: places.getByRole('link', { name: 'Beside' }),
    hint: 'copy to Beside',
  });
  await expect.poll(async () => await world.names(team.rootId)).toEqual(['b.txt']);
  await other.goto(`${world.coffer.url}/s/${world.spaceId}/${reports}`);
  await expect(row(other, 'Inner')).toBeVisible();
  // Another page sent this drag, but does not answer for it.
  const forged = await dragOf(page, 'b.txt');
  const items = forged.items.map((item) => ({ ...item, data: crypto.randomUUID() }));
  await drop(other, { ...forged, items }, { onto: row(other, 'Inner'), hint: 'move to Inner' });
  await expect(toast(other, 'Couldn’t get the items from the other window. Try again.')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'b.txt']);
});

async function fileNamed(name: string): Promise<Dragged> {
  const path = join(folder, name);
  await writeFile(path, name);
  return { items: [], files: [path] };
}

/** What another window gets of a drag that begins on this row. */
async function dragOf(page: Page, name: string): Promise<Dragged> {
  const items = await row(page, name).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    element.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
    return dataTransfer.types.map((mimeType) => ({ mimeType, data: dataTransfer.getData(mimeType) }));
  });
  return { items, files: [] };
}

async function drop(
  page: Page,
  { items, files }: Dragged,
  { onto, hint, modifiers = 0 }: Drop,
): Promise<void> {
  const box = await onto.boundingBox();
  if (box === null) throw new Error('The target is not on the page');
  const x = Math.round(box.x + Math.min(box.width / 2, 40));
  const y = Math.round(box.y + box.height / 2);
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const data = { items: [...items], files: [...files], dragOperationsMask: ALL_OPERATIONS };
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop'): Promise<void> =>
    void (await devtools.send('Input.dispatchDragEvent', { type, x, y, data, modifiers }));
  await send('dragEnter');
  await expect(async () => {
    await send('dragOver');
    const said = page.getByText(/^Drop to /);
    if (hint === undefined) await expect(said).toHaveCount(0, { timeout: 500 });
    else await expect(said).toHaveText(`Drop to ${hint}`, { timeout: 500 });
  }).toPass();
  await send('drop');
  await expect(page.getByText(/^Drop to /)).toHaveCount(0);
  await devtools.detach();
}
