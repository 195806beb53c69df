import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeView, SpaceId, UploadId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { ApiError, Person } from './person.ts';
import { borrowSession, keepSession } from './setup/kept-sessions.ts';
import { addSharedPerson } from './setup/shared-server.ts';
import { type Account, enterPassword } from './sign-in/sign-in-steps.ts';

export interface TransferWorld extends AsyncDisposable {
  readonly coffer: Pick<CofferProcess, 'url'>;
  readonly account: Account;
  readonly person: Person;
  readonly spaceId: SpaceId;
  makeDisk(name: string): string;
  /** Among the person's own files. */
  addFolder(name: string): Promise<NodeView['id']>;
  /** Goes to a path of the space, and signs in if needed: later tests take the session over. `arrived` is the list unless said. */
  visit(page: Page, path: string, arrived?: Locator): Promise<void>;
  /** Signs in where the page asks for it. The session that the page had before may be ended by that, so later tests get this one. */
  enter(page: Page): Promise<void>;
  /** Visits the preview of a file. */
  preview(page: Page, file: Pick<NodeView, 'id' | 'name'>): Promise<Locator>;
  /** Visits a new folder. Whoever fills it first takes `addFolder` and `visit`, which saves a load. */
  open(page: Page, name: string): Promise<NodeView['id']>;
}

export interface OwnTransferWorld extends TransferWorld {
  readonly coffer: CofferProcess;
  readonly data: DataFolder;
}

interface Places {
  readonly environment?: Readonly<Record<string, string>>;
  readonly prepare?: (dataFolder: string) => Disposable;
}

/** A server of their own, and its administrator: for files that need settings, administration or the process itself. */
export async function startTransferWorld(places: Places = {}): Promise<OwnTransferWorld> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await createDataFolder('transfers'));
  const prepared = places.prepare?.(data.path);
  if (prepared !== undefined) stack.use(prepared);
  const environment = { ...data.environment, ...places.environment };
  const coffer = stack.use(await startCoffer({ dataFolder: data.path, environment }));
  await welcome(coffer);
  const world = stack.use(await worldOf(coffer.url, ADMINISTRATOR));
  const rest = stack.move();
  return { ...world, coffer, data, [Symbol.asyncDispose]: async () => await rest.disposeAsync() };
}

/** A new member of the server that all such files share. */
export async function joinTransferWorld(): Promise<TransferWorld> {
  const { url, account } = await addSharedPerson();
  return await worldOf(url, account);
}

async function worldOf(url: string, account: Account): Promise<TransferWorld> {
  await using stack = new AsyncDisposableStack();
  const disk = stack.use(await createDataFolder('transfers-disk'));
  const person = new Person(url);
  const session = await person.signIn(account.email, account.password);
  const { id: spaceId, rootId } = session.personalSpace;
  const owner = `${url} ${account.email}`;
  const addFolder: TransferWorld['addFolder'] = async (name) =>
    (await person.call('createFolder', { body: { parentId: rootId, name } })).id;
  const enter = async (page: Page, arrived?: Locator): Promise<void> => {
    if (await enterWhereAsked(page, account, arrived)) await keepSession(page.context(), owner);
  };
  const visit: TransferWorld['visit'] = async (page, path, arrived) => {
    await borrowSession(page.context(), owner);
    await page.goto(`${url}/s/${spaceId}${path}`);
    await enter(page, arrived);
  };
  const rest = stack.move();
  return {
    coffer: { url },
    account,
    person,
    spaceId,
    makeDisk: (name) => {
      const path = join(disk.path, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    addFolder,
    visit,
    enter: async (page) => await enter(page),
    preview: async (page, { id, name }) => {
      const preview = page.getByRole('dialog', { name, exact: true });
      await visit(page, `/${id}/view`, preview);
      return preview;
    },
    open: async (page, name) => {
      // Unfinished uploads of earlier tests would be offered here.
      for (const { upload } of (await person.call('listUploads')).uploads) {
        if (upload.state !== 'reserved' && upload.state !== 'uploading') continue;
        await abortLeft(person, upload.id);
      }
      const id = await addFolder(name);
      await visit(page, `/${id}`);
      return id;
    },
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

/** Returns whether a password was asked for. `arrived` is the list unless said. */
export async function enterWhereAsked(
  page: Page,
  account: Account = ADMINISTRATOR,
  arrived?: Locator,
): Promise<boolean> {
  const place = arrived ?? page.getByRole('grid').first();
  const signIn = page.getByLabel('Email or user name');
  await expect(place.or(signIn)).toBeVisible();
  const isAsked = await signIn.isVisible();
  if (isAsked) await enterPassword(page, account);
  if (arrived === undefined) await expect(place).toHaveAttribute('aria-busy', 'false');
  else await expect(place).toBeVisible();
  return isAsked;
}

export function trayOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Transfers' });
}

/** The tray's headline: `3 files uploaded`. */
export function headlineOf(page: Page, words: string | RegExp): Locator {
  return trayOf(page).getByRole('heading', { name: words });
}

export function rowOf(page: Page, name: string): Locator {
  return trayOf(page).getByRole('listitem').filter({ hasText: name });
}

export async function choose(page: Page, ...paths: readonly string[]): Promise<void> {
  await page
    .getByLabel('Upload files')
    .first()
    .setInputFiles([...paths]);
}

export async function chooseNew(page: Page, entry: 'New folder' | 'Upload files'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

const sessions = new WeakMap<Page, CDPSession>();

/** Without a number, removes the limit. */
export async function slowDown(page: Page, mibPerSecond?: number): Promise<void> {
  // Throttling belongs to the DevTools session.
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
 * Lets this number of parts pass and blocks later ones until the returned function is called. The upload stays in
 * progress at any machine speed.
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

export async function untilUnderWay(page: Page, name: string): Promise<void> {
  const bar = trayOf(page).getByRole('progressbar', { name: `Upload of ${name}` });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(0);
}

type Tree<T> = Record<string, T | null>;
type Read<T> = (node: NodeView) => Promise<T> | T;

/** Path and SHA-256, `null` for folders. */
export async function treeOf(person: Person, nodeId: NodeView['id']): Promise<Tree<string>> {
  return await walk(person, { nodeId, below: '' }, async (node) => sha256(await person.download(node.id)));
}

/** Path and size. */
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

/** The page of the test before may be ending its uploads at this moment. */
async function abortLeft(person: Person, uploadId: UploadId): Promise<void> {
  try {
    await person.call('abortUpload', { params: { uploadId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.problem.code === 'upload_not_found')) throw error;
  }
}
