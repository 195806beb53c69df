import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM } from '@coffer/e2e/chromium';
import { ADMINISTRATOR } from '@coffer/e2e/first-start';
import { temporaryFolder } from '@coffer/testing';
import { chromium } from '@playwright/test';
import { processorMsBelow } from '../processor-time.ts';

const LOOK_MS = 50;
const WAIT_MS_MAX = 1_800_000;

/** Chromium without Playwright, whose request tracking would be measured together with the page. */
export interface PlainBrowser extends AsyncDisposable {
  renderers(): Promise<readonly number[]>;
  processorMs(): number;
  newPage(): Promise<PlainPage>;
  downloadTo(folder: string): Promise<void>;
  /** Waits for the end of a download that begins after the call. */
  downloaded(): Promise<void>;
}

export interface PlainPage {
  goto(url: string): Promise<void>;
  valueOf(expression: string): Promise<unknown>;
  until(expression: string): Promise<void>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, path: string): Promise<void>;
}

type Answer = Readonly<Record<string, unknown>>;
type Ask = (method: string, params?: object, sessionId?: string) => Promise<Answer>;
type Listen = (listener: (method: string, params: Answer) => void) => () => void;

export async function openPlainBrowser(): Promise<PlainBrowser> {
  const folder = temporaryFolder('plain-browser');
  const child = spawn(
    CHROMIUM.executablePath ?? chromium.executablePath(),
    [
      ...(CHROMIUM.args ?? []),
      '--headless',
      '--remote-debugging-port=0',
      '--no-default-browser-check',
      `--user-data-dir=${folder.path}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  const { ask, listen } = await talk(await addressOf(child));
  return {
    renderers: async () => {
      const { processInfo } = await ask('SystemInfo.getProcessInfo');
      const all = Array.isArray(processInfo) ? processInfo.map(membersOf) : [];
      return all.filter(({ type }) => type === 'renderer').map(({ id }) => Number(id));
    },
    processorMs: () => processorMsBelow(child.pid ?? Number.NaN),
    newPage: async () => await newPage(ask),
    downloadTo: async (path) => {
      await ask('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: path,
        eventsEnabled: true,
      });
    },
    downloaded: async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const stop = listen((method, { state }) => {
        if (method !== 'Browser.downloadProgress') return;
        if (state === 'completed') resolve();
        if (state === 'canceled') reject(new Error('the download was cancelled'));
      });
      await promise.finally(stop);
    },
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      child.once('exit', resolve);
      end();
      process.off('exit', end);
      await promise;
      await folder.remove();
    },
  };
}

export async function signInPlain(page: PlainPage, url: string): Promise<void> {
  await page.goto(url);
  await page.type('input[autocomplete~="username"]', ADMINISTRATOR.email);
  await page.type('input[type="password"]', ADMINISTRATOR.password);
  await page.click('button[type="submit"]');
  await page.until(`document.querySelector('[role="grid"]') !== null`);
}

export async function untilHere(page: PlainPage, files: number): Promise<void> {
  const words = files === 1 ? '1 file uploaded' : `${files} files uploaded`;
  await page.until(
    `[...document.querySelectorAll('h2, h3')].some(({ textContent }) => textContent.replace(/(?<=\\d),/g, '') === '${words}')`,
  );
}

async function newPage(ask: Ask): Promise<PlainPage> {
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
  if (typeof sessionId !== 'string') throw new Error('the page could not be reached');
  const evaluate = async (expression: string, isByValue: boolean): Promise<Answer> => {
    const answer = await ask('Runtime.evaluate', { expression, returnByValue: isByValue }, sessionId);
    if (answer['exceptionDetails'] !== undefined) throw new Error(`not to be evaluated: ${expression}`);
    return membersOf(answer['result']);
  };
  const page: PlainPage = {
    goto: async (url) => {
      await ask('Page.navigate', { url }, sessionId);
      await page.until(`location.origin === new URL(${JSON.stringify(url)}).origin`);
    },
    valueOf: async (expression) => (await evaluate(expression, true))['value'],
    until: async (expression) => {
      const deadline = performance.now() + WAIT_MS_MAX;
      // Evaluation fails during navigation.
      while ((await page.valueOf(expression).catch(() => false)) !== true) {
        if (performance.now() > deadline) throw new Error(`it did not become true: ${expression}`);
        await sleep(LOOK_MS);
      }
    },
    click: async (selector) => {
      const found = `document.querySelector(${JSON.stringify(selector)})`;
      await page.until(`${found} !== null && !${found}.disabled`);
      const place = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${found}.getBoundingClientRect())`;
      const [x, y] = JSON.parse(String(await page.valueOf(`JSON.stringify(${place})`)));
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
        await ask(
          'Input.dispatchMouseEvent',
          { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 },
          sessionId,
        );
      }
    },
    type: async (selector, text) => {
      const found = `document.querySelector(${JSON.stringify(selector)})`;
      await page.until(`${found} !== null`);
      await page.valueOf(`${found}.focus()`);
      await ask('Input.insertText', { text }, sessionId);
    },
    choose: async (selector, path) => {
      const { objectId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`, false);
      await ask('DOM.setFileInputFiles', { objectId, files: [path] }, sessionId);
    },
  };
  return page;
}

async function talk(address: string): Promise<{ readonly ask: Ask; readonly listen: Listen }> {
  const socket = new WebSocket(address);
  const opened = Promise.withResolvers<unknown>();
  socket.addEventListener('open', opened.resolve);
  socket.addEventListener('error', opened.reject);
  await opened.promise;
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  const listeners = new Set<(method: string, params: Answer) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = membersOf(JSON.parse(String(data)));
    if (typeof id === 'number') {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asker?.resolve(membersOf(result));
      else asker?.reject(new Error(String(membersOf(error)['message'])));
    } else for (const listener of listeners) listener(String(method), membersOf(params));
  });
  return {
    ask: async (method, params = {}, sessionId) => {
      lastId += 1;
      const asker = Promise.withResolvers<Answer>();
      waiting.set(lastId, asker);
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
      return await asker.promise;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function membersOf(value: unknown): Answer {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('the child has a standard error');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines = createInterface({ input: stderr });
  lines.on('line', (line) => {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) resolve(address);
  });
  lines.on('close', () => reject(new Error('the browser did not start')));
  return await promise;
}
