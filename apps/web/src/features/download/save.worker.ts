// A service worker for one folder of addresses that the page makes up: what the page hands it by a port becomes a download of the browser,
// of any size and without a copy. It answers nothing else, keeps nothing, and its scope holds no page.

/** What a page asks for. */
export type SaveRequest =
  | {
      readonly kind: 'offer';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Browsers end a worker that hears nothing for a while. */
  | { readonly kind: 'stay' };

/** What the port of a download says to the page. */
export type SaveNews = 'ready' | 'more' | 'stopped';
/** What the page says to it. */
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
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of pages and of service workers cannot stand beside each other
const worker = self as unknown as WorkerScope;
const offers = new Map<string, Offer>();

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (event.data.kind !== 'offer' || port === undefined) return;
  const { path, headers } = event.data;
  offers.set(path, { port, headers, pageId: pageIdOf(event.source) });
  tell(port, 'ready');
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
          controller.error(new Error('the page has ended'));
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
        // A page that crashed says nothing. Its download must not pass for a whole one, nor wait for ever.
        const look = async (): Promise<void> => {
          if ((await worker.clients.get(pageId)) === undefined) fail();
        };
        watch = setInterval(() => void look(), LOOK_EVERY_MS);
      },
      pull: () => tell(port, 'more'),
      cancel: () => {
        tell(port, 'stopped');
        finish();
      },
    },
    { highWaterMark: 4 },
  );
}

function tell(port: MessagePort, news: SaveNews): void {
  port.postMessage(news);
}

/** Only a page hands over downloads; its id tells whether it is still there. */
function pageIdOf(source: MessageEventSource | null): string {
  return source !== null && 'id' in source && typeof source.id === 'string' ? source.id : '';
}
