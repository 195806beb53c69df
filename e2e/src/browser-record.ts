import type { BrowserContext, Request, Response } from '@playwright/test';

/** One request with its answer, as text: address, headers and body of each. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly sent: string;
  readonly sentBody: string;
  readonly received: string;
}

export interface BrowserRecord {
  /** Waits until every answer that is on its way has been written down. */
  exchanges(): Promise<readonly Exchange[]>;
  readonly webSockets: readonly string[];
  readonly consoleLines: readonly string[];
}

/** Writes down everything that the browser sends and receives from now on. */
export function recordBrowser(context: BrowserContext): BrowserRecord {
  const pending: Promise<Exchange>[] = [];
  const webSockets: string[] = [];
  const consoleLines: string[] = [];
  context.on('requestfinished', (request) => pending.push(exchangeOf(request)));
  context.on('requestfailed', (request) => pending.push(exchangeOf(request)));
  context.on('console', (message) => consoleLines.push(message.text()));
  context.on('page', (page) => page.on('websocket', (socket) => webSockets.push(socket.url())));
  return { exchanges: () => Promise.all(pending), webSockets, consoleLines };
}

async function exchangeOf(request: Request): Promise<Exchange> {
  const response = await request.response();
  const url = request.url();
  const sentBody = request.postDataBuffer()?.toString() ?? '';
  return {
    method: request.method(),
    url,
    sent: `${request.method()} ${url}\n${await headersOf(request)}`,
    sentBody,
    received: response === null ? '' : `${await headersOf(response)}\n${await bodyOf(response)}`,
  };
}

async function headersOf(message: Request | Response): Promise<string> {
  return (await message.headersArray()).map(({ name, value }) => `${name}: ${value}`).join('\n');
}

async function bodyOf(response: Response): Promise<string> {
  // A redirect has no body to ask for.
  if (response.status() >= 300 && response.status() < 400) return '';
  return (await response.body()).toString();
}
