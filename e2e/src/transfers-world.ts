import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeView, SpaceId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';
import { enterPassword } from './sign-in-steps.ts';

/** One installation with a disk beside it: each test has a folder of its own in both. */
export interface TransferWorld extends AsyncDisposable {
  readonly coffer: CofferProcess;
  /** The person who sits before the page, by the API. */
  readonly person: Person;
  readonly spaceId: SpaceId;
  /** A new folder on the disk of the person. */
  makeDisk(name: string): string;
  /** A new folder, shown in the page. Signs in where that is needed. */
  open(page: Page, name: string): Promise<NodeView['id']>;
}

/** Where a test wants its database, or its store, in a place of its own. */
interface Places {
  readonly environment?: Readonly<Record<string, string>>;
  /** Given the data folder before the first start. */
  readonly prepare?: (dataFolder: string) => Disposable;
}

export async function startTransferWorld(places: Places = {}): Promise<TransferWorld> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await createDataFolder('transfers'));
  const disk = stack.use(await createDataFolder('transfers-disk'));
  const prepared = places.prepare?.(data.path);
  if (prepared !== undefined) stack.use(prepared);
  const environment = { ...data.environment, ...places.environment };
  const coffer = stack.use(await startCoffer({ dataFolder: data.path, environment }));
  await welcome(coffer);
  const person = new Person(coffer.url);
  const session = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id: spaceId, rootId } = session.personalSpace;
  const rest = stack.move();
  return {
    coffer,
    person,
    spaceId,
    makeDisk: (name) => {
      const path = join(disk.path, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    open: async (page, name) => {
      // What an earlier test has left on its way would be offered here as begun on another device, as soon as nobody is at it for long enough.
      for (const { upload } of (await person.call('listUploads')).uploads) {
        if (upload.state !== 'reserved' && upload.state !== 'uploading') continue;
        await person.call('abortUpload', { params: { uploadId: upload.id } });
      }
      const { id } = await person.call('createFolder', { body: { parentId: rootId, name } });
      await page.goto(`${coffer.url}/s/${spaceId}/${id}`);
      await enterWhereAsked(page);
      return id;
    },
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

/** Signs in where the page asks for it, and waits for the files. */
export async function enterWhereAsked(page: Page): Promise<void> {
  const grid = page.getByRole('grid').first();
  const signIn = page.getByLabel('E-mail or user name');
  await expect(grid.or(signIn)).toBeVisible();
  if (await signIn.isVisible()) await enterPassword(page);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
}

export function trayOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Transfers' });
}

/** What the tray says above everything: `3 files are here`. */
export function headlineOf(page: Page, words: string | RegExp): Locator {
  return trayOf(page).getByRole('heading', { name: words });
}

export function rowOf(page: Page, name: string): Locator {
  return trayOf(page).getByRole('listitem').filter({ hasText: name });
}

/** Chooses files by the button of the page. */
export async function choose(page: Page, ...paths: readonly string[]): Promise<void> {
  await page
    .getByLabel('Upload files')
    .first()
    .setInputFiles([...paths]);
}

const sessions = new WeakMap<Page, CDPSession>();

/** So that a file is on its way for some seconds; as fast as can be again without a number. */
export async function slowDown(page: Page, mibPerSecond?: number): Promise<void> {
  // What one session has slowed down, another does not make fast again.
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: mibPerSecond === undefined ? -1 : mibPerSecond * 1024 * 1024,
  });
}

/**
 * A gate before the store: so many parts pass it, and those behind them wait until what is returned is called. No machine is so slow or so
 * fast that an upload would not be in the middle meanwhile.
 */
export async function holdParts(page: Page, passing: number): Promise<() => void> {
  const opened = Promise.withResolvers<void>();
  let left = passing;
  await page.route(/[?&]partNumber=/, async (route) => {
    if (route.request().method() === 'PUT') {
      left -= 1;
      if (left < 0) await opened.promise;
    }
    await route.fallback();
  });
  return opened.resolve;
}

/** Some bytes have been sent, and not all. */
export async function untilUnderWay(page: Page, name: string): Promise<void> {
  const bar = trayOf(page).getByRole('progressbar', { name: `Upload of ${name}` });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(0);
}

type Tree<T> = Record<string, T | null>;
type Read<T> = (node: NodeView) => Promise<T> | T;

/** Everything below a folder: path and SHA-256, a folder with `null`. */
export async function treeOf(person: Person, nodeId: NodeView['id']): Promise<Tree<string>> {
  return await walk(person, { nodeId, below: '' }, async (node) => sha256(await person.download(node.id)));
}

/** The same with sizes. */
export async function sizesOf(person: Person, nodeId: NodeView['id']): Promise<Tree<number>> {
  return await walk(person, { nodeId, below: '' }, (node) => node.sizeBytes ?? -1);
}

async function walk<T>(
  person: Person,
  { nodeId, below }: { readonly nodeId: NodeView['id']; readonly below: string },
  read: Read<T>,
): Promise<Tree<T>> {
  const found: Tree<T> = {};
  let total = 1;
  for (let at = 0; at < total; at += 200) {
    const query = { at: String(at), limit: '200' };
    const page = await person.call('listChildren', { params: { nodeId }, query });
    total = page.total;
    for (const node of page.items) {
      const path = `${below}${node.name}`;
      if (node.kind === 'folder') {
        found[path] = null;
        Object.assign(found, await walk(person, { nodeId: node.id, below: `${path}/` }, read));
      } else found[path] = await read(node);
    }
  }
  return found;
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
