import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type BrowserWindow, clickActions, end, keyActions, typeActions } from './window.ts';

const PREFERENCES = {
  'browser.download.folderList': 2,
  'browser.download.alwaysOpenPanel': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.region.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'extensions.update.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'data:,',
  'intl.accept_languages': 'en-GB, en',
} as const;

const Message = z.object({
  id: z.number().optional(),
  type: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const Context = z.object({ context: z.string() });
const Session = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const LogEntry = z.object({ level: z.string(), text: z.string().nullable() });
const Evaluated = z.object({
  type: z.string(),
  result: z.object({ value: z.unknown().optional(), sharedId: z.string().optional() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const Picture = z.object({ data: z.string() });

/** @see https://www.w3.org/TR/webdriver-bidi/ */
export async function openFirefox(home: string): Promise<BrowserWindow> {
  const downloads = join(home, 'downloads');
  const profile = join(home, 'profile');
  for (const folder of [downloads, profile]) mkdirSync(folder, { recursive: true });
  const preferences = { ...PREFERENCES, 'browser.download.dir': downloads };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  await using stack = new AsyncDisposableStack();
  const child = spawn(
    'firefox-esr',
    ['-headless', '-no-remote', '-profile', profile, '-remote-debugging-port', '0'],
    {
      env: { ...process.env, HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  stack.defer(() => end(child));
  const bidi = await connect(`${await addressOf(child)}/session`);
  const { capabilities } = Session.parse(await bidi.call('session.new', { capabilities: {} }));
  // Firefox's initial window never has the focus.
  const { context } = Context.parse(await bidi.call('browsingContext.create', { type: 'window' }));
  const faults: string[] = [];
  bidi.listen((method, params) => {
    if (method !== 'log.entryAdded') return;
    const { level, text } = LogEntry.parse(params);
    if (level === 'error' || /Content-Security-Policy/.test(text ?? '')) faults.push(text ?? '');
  });
  await bidi.call('session.subscribe', { events: ['log.entryAdded'] });
  await bidi.call('script.addPreloadScript', { functionDeclaration: TELL_VIOLATIONS });
  const act = async (actions: readonly object[]): Promise<void> => {
    await bidi.call('input.performActions', { context, actions });
  };
  const evaluate = async (functionDeclaration: string, args: readonly unknown[]) => {
    const answer = Evaluated.parse(
      await bidi.call('script.callFunction', {
        functionDeclaration,
        arguments: args.map((value) => ({ type: 'string', value: JSON.stringify(value) ?? 'null' })),
        awaitPromise: true,
        target: { context },
        userActivation: false,
      }),
    );
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'the script failed');
    return answer.result;
  };
  const rest = stack.move();
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    downloads,
    goto: async (url) =>
      void (await bidi.call('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (body, ...args) => {
      const wrapped = `async function (...given) {
        const value = await (async function () { ${body} }).apply(null, given.map((text) => JSON.parse(text)));
        return JSON.stringify(value === undefined ? null : value);
      }`;
      return JSON.parse(z.string().parse((await evaluate(wrapped, args))?.value));
    },
    clickAt: (x, y) => act(clickActions(x, y)),
    press: (...keys) => act(keyActions(keys)),
    type: (text) => act(typeActions(text)),
    setFiles: async (selector, files) => {
      const found = await evaluate('(selector) => document.querySelector(JSON.parse(selector))', [selector]);
      await bidi.call('input.setFiles', { context, element: { sharedId: found?.sharedId }, files });
    },
    resize: async (width, height) =>
      void (await bidi.call('browsingContext.setViewport', { context, viewport: { width, height } })),
    screenshot: async () =>
      Buffer.from(
        Picture.parse(await bidi.call('browsingContext.captureScreenshot', { context })).data,
        'base64',
      ),
    faults: () => Promise.resolve(faults),
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

/** Violations are otherwise only document events. */
const TELL_VIOLATIONS = `() => {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error('Content-Security-Policy refused ' + event.blockedURI + ' by ' + event.violatedDirective));
}`;

interface Bidi {
  call(method: string, params: object): Promise<unknown>;
  listen(listener: (method: string, params: unknown) => void): void;
}

async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const waiting = new Map<number, (message: z.infer<typeof Message>) => void>();
  const listeners: ((method: string, params: unknown) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else for (const listener of listeners) listener(message.method ?? '', message.params);
  });
  let count = 0;
  return {
    call: async (method, params) => {
      count += 1;
      const id = count;
      const answer = await new Promise<z.infer<typeof Message>>((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      });
      waiting.delete(id);
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error}: ${answer.message ?? ''}`);
      return answer.result;
    },
    listen: (listener) => void listeners.push(listener),
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('nothing is heard of Firefox');
  for await (const line of createInterface(child.stderr)) {
    const address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    // A full pipe would block the process.
    child.stderr.resume();
    return address;
  }
  throw new Error('Firefox ended before it could be driven');
}
