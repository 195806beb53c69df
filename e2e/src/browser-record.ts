import type { Page, Request, Response } from '@playwright/test';

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

/**
 * Writes down everything that a page sends and receives from now on. Heads are read when an exchange is over; bodies while the
 * answer is held back, because a page that is left takes those of its last answers along.
 */
export async function recordBrowser(page: Page): Promise<BrowserRecord> {
  const heads: Promise<Exchange>[] = [];
  const webSockets: string[] = [];
  const consoleLines: string[] = [];
  page.on('requestfinished', (request) => heads.push(headOf(request)));
  page.on('requestfailed', (request) => heads.push(headOf(request)));
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('websocket', (socket) => webSockets.push(socket.url()));
  const bodies = await recordBodies(page);
  return {
    exchanges: async () => (await Promise.all([...heads, ...bodies])).flat(),
    webSockets,
    consoleLines,
  };
}

async function headOf(request: Request): Promise<Exchange> {
  const response = await request.response();
  return {
    method: request.method(),
    url: request.url(),
    sent: `${request.method()} ${request.url()}\n${await headersOf(request)}`,
    sentBody: request.postDataBuffer()?.toString() ?? '',
    received: response === null ? '' : await headersOf(response),
  };
}

async function headersOf(message: Request | Response): Promise<string> {
  return (await message.headersArray()).map(({ name, value }) => `${name}: ${value}`).join('\n');
}

async function recordBodies(page: Page): Promise<readonly Promise<readonly Exchange[]>[]> {
  const devtools = await page.context().newCDPSession(page);
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
    bodies.push(read());
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] });
  return bodies;
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
