import type { CDPSession, Page, Request, Response } from '@playwright/test';

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly sent: string;
  readonly sentBody: string;
  readonly received: string;
}

export interface BrowserRecord {
  exchanges(): Promise<readonly Exchange[]>;
  readonly webSockets: readonly string[];
  readonly consoleLines: readonly string[];
}

const BODY_MS_MAX = 30_000;

/**
 * Records everything that a page sends and receives. Headers are recorded twice: as the page and its workers see them,
 * and from the wire, with cookies. Bodies are read while the response is paused, because navigation discards them.
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

async function recordWire(devtools: CDPSession, note: (exchange: Exchange) => void): Promise<void> {
  const addresses = new Map<string, Pick<Exchange, 'method' | 'url'>>();
  const waiting = new Map<string, Partial<Exchange>[]>();
  const record = (requestId: string, part: Partial<Exchange>): void => {
    const address = addresses.get(requestId);
    if (address === undefined) waiting.set(requestId, [...(waiting.get(requestId) ?? []), part]);
    else note({ ...NOTHING, ...address, ...part });
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
    addresses.set(requestId, { method, url });
    for (const part of waiting.get(requestId) ?? []) record(requestId, part);
    waiting.delete(requestId);
  });
  devtools.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) =>
    record(requestId, { sent: headersOf(headers) }),
  );
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) =>
    record(requestId, { received: headersOf(headers) }),
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
  devtools.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode = 0, responseHeaders }) => {
    // A stream of events has no end.
    const isEndless = responseHeaders?.some(({ value }) => value.startsWith('text/event-stream')) === true;
    const read = async (): Promise<readonly Exchange[]> => {
      // Redirects and failures have no body.
      const isWhole = !isEndless && responseStatusCode >= 200 && Math.floor(responseStatusCode / 100) !== 3;
      const body = isWhole
        ? await unlessGivenUp(devtools.send('Fetch.getResponseBody', { requestId }))
        : undefined;
      await unlessGivenUp(devtools.send('Fetch.continueRequest', { requestId }));
      if (body === undefined) return [];
      const received = Buffer.from(body.body, body.base64Encoded ? 'base64' : 'utf8').toString();
      return [{ method: request.method, url: request.url, sent: '', sentBody: '', received }];
    };
    const reading = inTime(read(), `${request.method} ${request.url}`);
    // `exchanges` throws for what it was asked for. The page may close while later answers arrive.
    reading.catch(() => undefined);
    bodies.push(reading);
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

/** Navigation cancels pending requests. */
async function unlessGivenUp<T>(sending: Promise<T>): Promise<T | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof Error && error.message.includes('Invalid InterceptionId')) return undefined;
    throw error;
  }
}
