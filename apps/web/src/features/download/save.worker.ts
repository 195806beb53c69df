// Turns data from a page's MessagePort into a browser download of any size. No page is in the worker's scope, and
// nothing is cached.

export type SaveRequest =
  | {
      readonly kind: 'offer';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Keeps the worker alive, because browsers stop an idle one. */
  | { readonly kind: 'stay' };

export type SaveNews = 'ready' | 'more' | 'stopped';
export type SaveData =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly end: 'whole' }
  | { readonly end: 'broken' };

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Response): void;
}
interface WorkerScope {
  readonly clients: { get(id: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<SaveRequest>) => void): void;
}

interface Offer {
  readonly port: MessagePort;
  readonly headers: Readonly<Record<string, string>>;
  readonly pageId: string;
}

const LOOK_EVERY_MS = 5_000;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of pages and of service workers are incompatible
const worker = self as unknown as WorkerScope;
const offers = new Map<string, Offer>();

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (event.data.kind !== 'offer' || port === undefined) return;
  const { path, headers } = event.data;
  offers.set(path, { port, headers, pageId: pageIdOf(event.source) });
  post(port, 'ready');
});

worker.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  const offer = offers.get(pathname);
  if (offer === undefined) return;
  offers.delete(pathname);
  event.respondWith(new Response(streamOf(offer), { headers: { ...offer.headers } }));
});

function streamOf({ port, pageId }: Offer): ReadableStream<Uint8Array> {
  let watch: ReturnType<typeof setInterval> | undefined;
  const finish = (): void => {
    clearInterval(watch);
    port.close();
  };
  return new ReadableStream(
    {
      start: (controller) => {
        const fail = (): void => {
          finish();
          controller.error(new Error('the page that feeds the download was closed'));
        };
        port.addEventListener('message', ({ data }: MessageEvent<SaveData>) => {
          if ('bytes' in data) controller.enqueue(data.bytes);
          else if (data.end === 'broken') fail();
          else {
            finish();
            controller.close();
          }
        });
        port.start();
        // If the page crashes, the download must neither look complete nor hang.
        const check = async (): Promise<void> => {
          if ((await worker.clients.get(pageId)) === undefined) fail();
        };
        watch = setInterval(() => void check(), LOOK_EVERY_MS);
      },
      pull: () => post(port, 'more'),
      cancel: () => {
        post(port, 'stopped');
        finish();
      },
    },
    { highWaterMark: 4 },
  );
}

function post(port: MessagePort, news: SaveNews): void {
  port.postMessage(news);
}

function pageIdOf(source: MessageEventSource | null): string {
  return source !== null && 'id' in source && typeof source.id === 'string' ? source.id : '';
}
