import { SECOND_MS } from '@coffer/kit';
import { trustedScriptUrl } from '../../lib/trusted-types.ts';
import type { Sink, SinkFile } from './ports.ts';
import type { SaveData, SaveNews, SaveRequest } from './save.worker.ts';
import saveWorkerUrl from './save.worker.ts?worker&url';

/** Below the URL of the worker's script; no page has a URL in this scope. */
const SCOPE = '/assets/save/';
const STAY_EVERY_MS = 10 * SECOND_MS;
const START_WITHIN_MS = 20 * SECOND_MS;

export function canStream(): boolean {
  return 'serviceWorker' in navigator;
}

/** Streams into a normal download of the browser. */
export async function openBrowserSink({ name, sizeBytes }: SinkFile, signal: AbortSignal): Promise<Sink> {
  const worker = await startWorker(signal);
  const { port1: port, port2: remote } = new MessageChannel();
  const path = `${SCOPE}${crypto.randomUUID()}/${encodeURIComponent(name)}`;
  const connection = listen(port);
  const headers = {
    'content-type': 'application/zip',
    'content-length': String(sizeBytes),
    'content-disposition': dispositionOf(name),
    'x-content-type-options': 'nosniff',
  };
  worker.postMessage({ kind: 'offer', path, headers } satisfies SaveRequest, [remote]);
  await within(connection.ready, signal);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = path;
  document.body.append(frame);
  const stay = setInterval(() => worker.postMessage({ kind: 'stay' } satisfies SaveRequest), STAY_EVERY_MS);
  const post = (data: SaveData): void =>
    'bytes' in data ? port.postMessage(data, [data.bytes.buffer]) : port.postMessage(data);
  const breakOff = (): void => end({ end: 'broken' });
  const end = (last: SaveData): void => {
    post(last);
    clearInterval(stay);
    removeEventListener('pagehide', breakOff);
    // Removing the frame earlier would abort the download.
    setTimeout(() => frame.remove(), STAY_EVERY_MS);
  };
  addEventListener('pagehide', breakOff);
  let isOpen = true;
  const endOnce = (last: SaveData): void => {
    if (isOpen) end(last);
    isOpen = false;
  };
  try {
    await within(connection.begun, signal);
  } catch (cause) {
    endOnce({ end: 'broken' });
    throw cause;
  }
  return {
    write: async (bytes) => {
      await connection.room();
      post({ bytes });
    },
    close: async () => {
      await connection.room();
      endOnce({ end: 'whole' });
    },
    abort: () => endOnce({ end: 'broken' }),
  };
}

/** Listens to the worker: each message `more` requests one block. */
function listen(port: MessagePort) {
  const ready = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const state = { room: 0, isStopped: false };
  let waiting = Promise.withResolvers<undefined>();
  port.addEventListener('message', ({ data }: MessageEvent<SaveNews>) => {
    if (data === 'ready') ready.resolve(undefined);
    if (data === 'more') {
      state.room += 1;
      begun.resolve(undefined);
    }
    if (data === 'stopped') state.isStopped = true;
    waiting.resolve(undefined);
    waiting = Promise.withResolvers();
  });
  port.start();
  return {
    ready: ready.promise,
    begun: begun.promise,
    room: async (): Promise<void> => {
      while (state.room === 0 && !state.isStopped) await waiting.promise;
      if (state.isStopped) throw new DOMException('stopped in the browser', 'AbortError');
      state.room -= 1;
    },
  };
}

async function startWorker(signal: AbortSignal): Promise<ServiceWorker> {
  const registration = await navigator.serviceWorker.register(trustedScriptUrl(saveWorkerUrl), {
    scope: SCOPE,
  });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (worker === null) throw new DOMException('no worker', 'InvalidStateError');
  const active = Promise.withResolvers<undefined>();
  const check = (): void => {
    if (worker.state === 'activated') active.resolve(undefined);
    if (worker.state === 'redundant') active.reject(new DOMException('no worker', 'InvalidStateError'));
  };
  worker.addEventListener('statechange', check);
  check();
  await within(active.promise, signal);
  return worker;
}

async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(START_WITHIN_MS)]);
  return await new Promise((resolve, reject) => {
    const giveUp = (): void => reject(limit.reason);
    limit.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject);
  });
}

/** A Content-Disposition value with the name in ASCII and UTF-8 (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
