import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@coffer/testing';
import { z } from 'zod';
import { type BrowserWindow, clickActions, end, keyActions, typeActions } from './window.ts';

const Answer = z.object({ value: z.unknown().optional() });
const Failure = z.object({ value: z.object({ error: z.string(), message: z.string() }) });
const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
});
const Executed = z.object({ value: z.unknown().optional(), error: z.string().optional() });
const Texts = z.array(z.string());
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const Element = z.object({ [ELEMENT]: z.string() });

/**
 * Needs a display.
 * @see https://www.w3.org/TR/webdriver2/
 */
export async function openWebKit(home: string): Promise<BrowserWindow> {
  const downloads = join(home, 'downloads');
  mkdirSync(join(home, '.config'), { recursive: true });
  mkdirSync(downloads, { recursive: true });
  writeFileSync(join(home, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  if (binary === undefined) throw new Error('WebKitGTK has no MiniBrowser here');
  await using stack = new AsyncDisposableStack();
  const display = await startDisplay();
  stack.defer(() => end(display.child));
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_RUNTIME_DIR: home,
      DISPLAY: display.name,
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
  });
  stack.defer(() => end(driver));
  const base = `http://127.0.0.1:${port}`;
  await untilAnswers(`${base}/status`);
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      const { value } = Failure.parse(answer);
      throw new Error(`${path}: ${value.error}: ${value.message}`);
    }
    return Answer.parse(answer).value;
  };
  const { sessionId, capabilities } = Session.parse(
    await send('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary,
            args: ['--automation'],
          },
        },
      },
    }),
  );
  const session = `/session/${sessionId}`;
  stack.defer(async () => void (await send('DELETE', session)));
  const act = async (actions: readonly object[]): Promise<void> => {
    await send('POST', `${session}/actions`, { actions });
  };
  const call = async (path: string, body: object): Promise<unknown> =>
    await send('POST', session + path, body);
  const execute = async (body: string, args: readonly unknown[]): Promise<unknown> => {
    const script = `const done = arguments[arguments.length - 1];
      (async function () { ${body} }).apply(null, Array.prototype.slice.call(arguments, 0, -1)).then(
        (value) => done({ value: value === undefined ? null : value }),
        (error) => done({ error: String(error) }));`;
    const run = async (): Promise<unknown> => await call('/execute/async', { script, args });
    const answer = Executed.parse(await run().catch(again(run)));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  const faults: string[] = [];
  const gather = async (): Promise<void> => {
    faults.push(...Texts.parse(await execute('return (globalThis.coffersFaults ?? []).splice(0);', [])));
  };
  const rest = stack.move();
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    downloads,
    goto: async (url) => {
      await gather();
      await call('/url', { url });
      await execute(TELL_FAULTS, []);
    },
    run: (body, ...args) => execute(body, args),
    clickAt: (x, y) => act(clickActions(x, y)),
    press: (...keys) => act(keyActions(keys)),
    type: (text) => act(typeActions(text)),
    setFiles: async (selector, paths) => {
      const found = Element.parse(await call('/element', { using: 'css selector', value: selector }));
      await call(`/element/${found[ELEMENT]}/value`, { text: paths.join('\n') });
    },
    resize: async (width, height) => void (await call('/window/rect', { x: 0, y: 0, width, height })),
    screenshot: async () =>
      Buffer.from(z.string().parse(await send('GET', `${session}/screenshot`)), 'base64'),
    faults: async () => {
      await gather();
      return faults;
    },
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

/** The driver does not report console messages. Errors before this script are missed. */
const TELL_FAULTS = `
  const faults = (globalThis.coffersFaults = []);
  const { error } = console;
  console.error = (...said) => { faults.push(said.map(String).join(' ')); error.apply(console, said); };
  addEventListener('error', (event) => faults.push('Uncaught ' + event.message));
  addEventListener('unhandledrejection', (event) => faults.push('Unhandled ' + event.reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    faults.push('Content-Security-Policy refused ' + event.blockedURI + ' by ' + event.violatedDirective));
`;

async function startDisplay(): Promise<{ readonly name: string; readonly child: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pipe = child.stdio[3];
  if (pipe === null || pipe === undefined) throw new Error('nothing is heard of the display');
  const [number] = await once(pipe, 'data');
  return { name: `:${String(number).trim()}`, child };
}

async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A navigation interrupts a script: the next page gets it again. */
function again(run: () => Promise<unknown>): (error: unknown) => Promise<unknown> {
  return async (error) => {
    if (!String(error).includes('unload event')) throw error;
    return await run();
  };
}
