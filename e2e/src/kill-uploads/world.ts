import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeView, SpaceId } from '@coffer/contracts';
import { freePort } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';
import { enterPassword } from '../sign-in/sign-in-steps.ts';
import { type Line, startLine } from './line.ts';
import { createNetwork, type Network } from './network.ts';
import { browserProcessOf, storeProcessOf } from './processes.ts';

export class World implements AsyncDisposable {
  readonly network: Network;
  readonly line: Line;
  readonly person: Person;
  readonly folder: string;
  readonly spaceId: SpaceId;
  readonly #rootId: NodeView['id'];
  readonly #stack: AsyncDisposableStack;
  readonly #start: () => Promise<CofferProcess>;
  #coffer: CofferProcess;
  #browser: BrowserContext | undefined;
  #page: Page | undefined;

  private constructor(parts: Parts) {
    this.network = parts.network;
    this.line = parts.line;
    this.person = parts.person;
    this.folder = parts.folder;
    this.spaceId = parts.spaceId;
    this.#rootId = parts.rootId;
    this.#stack = parts.stack;
    this.#start = parts.start;
    this.#coffer = parts.coffer;
  }

  static async open(bytesPerSecond: number): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const data = stack.use(await createDataFolder('kill-uploads'));
    const disk = stack.use(await createDataFolder('kill-uploads-disk'));
    mkdirSync(disk.path, { recursive: true });
    const network = stack.use(createNetwork(disk.path));
    const ports = { app: await freePort(), store: await freePort(), pool: await freePort() };
    const line = stack.use(await startLine({ ...ports, hosts: network.hosts, bytesPerSecond }));
    const environment = {
      ...data.environment,
      COFFER_URL: `http://localhost:${line.ports.app}`,
      COFFER_STORE_URL: `http://127.0.0.1:${line.ports.store}`,
    };
    const start = async (): Promise<CofferProcess> =>
      await startCoffer({ dataFolder: data.path, environment, ports });
    // The World stops its current application. Until it exists, this stack does.
    const coffer = stack.use(await start());
    await welcome(coffer);
    const person = new Person(coffer.url);
    const session = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const { id: spaceId, rootId } = session.personalSpace;
    return new World({
      network,
      line,
      person,
      folder: disk.path,
      spaceId,
      rootId,
      start,
      coffer,
      stack: stack.move(),
    });
  }

  async makeFolder(name: string): Promise<NodeView['id']> {
    return (await this.person.call('createFolder', { body: { parentId: this.#rootId, name } })).id;
  }

  /** Opens the folder in the only tab, or in a new one if the tab or browser has ended. Signs in if asked. */
  async show(folderId: NodeView['id']): Promise<Page> {
    this.#browser ??= await chromium.launchPersistentContext(this.#profile, {
      ...this.network.browser,
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
    });
    const page = this.#page ?? (await this.#newPage(this.#browser));
    this.#page = page;
    await page.goto(`http://localhost:${this.line.ports.app}/s/${this.spaceId}/${folderId}`);
    const signIn = page.getByLabel('Email or user name');
    const grid = page.getByRole('grid');
    await signIn.or(grid).first().waitFor();
    if (await signIn.isVisible()) {
      await enterPassword(page);
      await grid.first().waitFor();
    }
    return page;
  }

  async #newPage(browser: BrowserContext): Promise<Page> {
    const page = await browser.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    return page;
  }

  async killServer(): Promise<void> {
    await this.#coffer.kill();
    this.#coffer = await this.#start();
  }

  /** The application restarts the store. */
  killStore(): void {
    const pid = storeProcessOf(this.#coffer.pid);
    // Undefined while the store restarts.
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }

  async killTab(way: string): Promise<void> {
    const page = this.#page;
    if (page === undefined) return;
    if (way === 'crash') {
      const crashed = page.waitForEvent('crash');
      const devtools = await page.context().newCDPSession(page);
      // The crashed page never answers.
      devtools.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close();
    } else if (way === 'browser') {
      const closed = this.#browser?.waitForEvent('close');
      const pid = browserProcessOf(this.#profile);
      if (pid === undefined) throw new Error('the browser is not to be found');
      process.kill(pid, 'SIGKILL');
      await closed;
      this.#browser = undefined;
    } else await page.close({ runBeforeUnload: false });
    this.#page = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stack.use(this.#coffer);
    this.#stack.defer(async () => await this.#browser?.close());
    await this.#stack.disposeAsync();
  }

  get #profile(): string {
    return join(this.folder, 'profile');
  }
}

interface Parts {
  readonly network: Network;
  readonly line: Line;
  readonly person: Person;
  readonly folder: string;
  readonly spaceId: SpaceId;
  readonly rootId: NodeView['id'];
  readonly stack: AsyncDisposableStack;
  readonly start: () => Promise<CofferProcess>;
  readonly coffer: CofferProcess;
}
