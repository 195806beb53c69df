import type { CDPSession, Page, Request, Response } from '@playwright/test';

/** One request with its answer, as text: address, headers and body of each. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly sent: string;
  readonly sentBody: string;
  readonly received: string;
}

export interface BrowserRecord {
  /** Waits until everything that is on its way has been written down. */
  exchanges(): Promise<readonly Exchange[]>;
  readonly webSockets: readonly string[];
  readonly consoleLines: readonly string[];
}

const BODY_MS_MAX = 30_000;

/**
 * Writes down everything that a page sends and receives from now on. Heads are written down as they are told, twice: as the page knows them, with
 * those of its workers, and as they are on the wire, with their cookies. Nothing is asked for afterwards, since of an exchange that a page left
 * behind some answers never come. Bodies are read while the answer is held back, because a page that is left takes those of its last answers along.
 */
export async function recordBrowser(page: Page): Promise<BrowserRecord> {
  const heads: Exchange[] = [];
  const webSockets: string[] = [];
  const consoleLines: string[] = [];
  page.on('request', (request) => heads.push(requestOf(request)));
  page.on('response', (response) => heads.push(responseOf(response)));
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('websocket', (socket) => webSockets.push(socket.url()));
  const devtools = await page.context().newCDPSession(page);
  await recordWire(devtools, (exchange) => heads.push(exchange));
  const bodies = await recordBodies(devtools);
  return {
    exchanges: async () => [...heads, ...(await Promise.all(bodies)).flat()],
    webSockets,
    consoleLines,
  };
}

const NOTHING = { sent: '', sentBody: '', received: '' };

function requestOf(request: Request): Exchange {
  const method = request.method();
  const url = request.url();
  const sent = `${method} ${url}\n${headersOf(request.headers())}`;
  return { ...NOTHING, method, url, sent, sentBody: request.postDataBuffer()?.toString() ?? '' };
}

function responseOf(response: Response): Exchange {
  const method = response.request().method();
  return { ...NOTHING, method, url: response.url(), received: headersOf(response.headers()) };
}

/** Heads as they are on the wire. What is told of one comes in any order: of its address last. */
async function recordWire(devtools: CDPSession, note: (exchange: Exchange) => void): Promise<void> {
  const addresses = new Map<string, Pick<Exchange, 'method' | 'url'>>();
  const waiting = new Map<string, Partial<Exchange>[]>();
  const told = (requestId: string, part: Partial<Exchange>): void => {
    const address = addresses.get(requestId);
    if (address === undefined) waiting.set(requestId, [...(waiting.get(requestId) ?? []), part]);
    else note({ ...NOTHING, ...address, ...part });
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
    addresses.set(requestId, { method, url });
    for (const part of waiting.get(requestId) ?? []) told(requestId, part);
    waiting.delete(requestId);
  });
  devtools.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) =>
    told(requestId, { sent: headersOf(headers) }),
  );
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) =>
    told(requestId, { received: headersOf(headers) }),
  );
  await devtools.send('Network.enable');
}

function headersOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

async function recordBodies(devtools: CDPSession): Promise<readonly Promise<readonly Exchange[]>[]> {
  const bodies: Promise<readonly Exchange[]>[] = [];
  devtools.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode = 0 }) => {
    const read = async (): Promise<readonly Exchange[]> => {
      // Neither a redirect nor a failure has a body.
      const isWhole = responseStatusCode >= 200 && Math.floor(responseStatusCode / 100) !== 3;
      const body = isWhole
        ? await unlessGivenUp(devtools.send('Fetch.getResponseBody', { requestId }))
        : undefined;
      await unlessGivenUp(devtools.send('Fetch.continueRequest', { requestId }));
      if (body === undefined) return [];
      const received = Buffer.from(body.body, body.base64Encoded ? 'base64' : 'utf8').toString();
      return [{ method: request.method, url: request.url, sent: '', sentBody: '', received }];
    };
    bodies.push(inTime(read(), `${request.method} ${request.url}`));
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] });
  return bodies;
}

async function inTime<T>(reading: Promise<T>, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = (): void => reject(new Error(`the answer to ${what} could not be read to its end`));
  const timer = setTimeout(late, BODY_MS_MAX);
  return await Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}

/** A page that goes on gives up what it still waits for: nobody in it reads that answer any more. */
async function unlessGivenUp<T>(sending: Promise<T>): Promise<T | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof Error && error.message.includes('Invalid InterceptionId')) return undefined;
    throw error;
  }
}
