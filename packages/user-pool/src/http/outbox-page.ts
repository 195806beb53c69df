import { networkOf } from '../accounts/lockout.ts';
import { isIP } from 'node:net';
import type { Deps } from '../deps.ts';
import { openPayload } from '../delivery/queue.ts';
import { escapeHtml, renderMessage } from '../delivery/templates.ts';
import { messageKind } from '../delivery/delivery.ts';
import { listWaitingMessages, type OutboxMessage } from '../store/outbox.ts';
import { findPool } from '../store/pools.ts';
import type { Exchange } from './respond.ts';

const MESSAGES_SHOWN_MAX = 100;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
/** Headers of proxies. With one of them the client is not local, even if the connection is. */
const RELAY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * For use without a mail server. It shows codes, so it works only over a loopback connection and host, without a public
 * URL; `Sec-Fetch-Site` and missing CORS headers exclude other origins.
 */
export async function respondOutbox(
  deps: Pick<Deps, 'db' | 'clock' | 'vault' | 'baseUrl' | 'publicUrl'>,
  request: Request,
  exchange: Exchange & { readonly address: string | undefined },
): Promise<Response> {
  if (!isPrivate(deps) || !isFromThisMachine(request, exchange.address))
    return respond(exchange, { status: 403, type: 'text/plain; charset=utf-8', body: 'Forbidden\n' });
  const now = deps.clock.now();
  const waiting = await listWaitingMessages(deps.db, { now, limit: MESSAGES_SHOWN_MAX });
  const messages: ShownMessage[] = [];
  for (const message of waiting) messages.push(...(await show(deps, message)));
  const isJson = request.headers.get('accept')?.includes('application/json') === true;
  return respond(
    exchange,
    isJson
      ? { status: 200, type: 'application/json', body: JSON.stringify({ messages }) }
      : { status: 200, type: 'text/html; charset=utf-8', body: page(messages) },
  );
}

/** A public URL implies a proxy, whose requests can look local, so the page is disabled. */
function isPrivate(deps: Pick<Deps, 'baseUrl' | 'publicUrl'>): boolean {
  return [deps.baseUrl, deps.publicUrl].every((url) => LOOPBACK_HOST.test(new URL(url).host));
}

function isFromThisMachine(request: Request, address: string | undefined): boolean {
  const isLoopback = address !== undefined && isIP(address) !== 0 && networkOf(address) === undefined;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const site = request.headers.get('sec-fetch-site');
  const isOwnPage = site === null || site === 'none' || site === 'same-origin';
  const isRelayed = RELAY_HEADERS.some((name) => request.headers.has(name));
  return isLoopback && LOOPBACK_HOST.test(host) && isOwnPage && !isRelayed;
}

interface ShownMessage {
  readonly id: string;
  readonly createdAt: string;
  readonly medium: string;
  readonly kind: string;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
}

async function show(
  deps: Pick<Deps, 'db' | 'vault'>,
  message: OutboxMessage,
): Promise<readonly ShownMessage[]> {
  const pool = await findPool(deps.db, message.poolId);
  const payload = openPayload(deps.vault, message);
  const kind = messageKind(message.kind);
  if (pool === undefined || payload === undefined || kind === undefined) return [];
  const { id, medium, createdAt } = message;
  const { subject, text } = renderMessage(pool, { kind, medium, values: payload.values });
  return [
    {
      id,
      createdAt: createdAt.toISOString(),
      medium,
      kind,
      to: payload.to,
      ...(subject === undefined ? {} : { subject }),
      text,
    },
  ];
}

function page(messages: readonly ShownMessage[]): string {
  const articles = messages.map(
    ({ to, createdAt, subject, text, medium }) =>
      `<article><h2>${escapeHtml(subject ?? 'SMS')}</h2>` +
      `<p>${escapeHtml(medium)} to <strong>${escapeHtml(to)}</strong>, <time datetime="${createdAt}">${createdAt}</time></p>` +
      `<pre>${escapeHtml(text)}</pre></article>`,
  );
  const body = articles.length === 0 ? '<p>No message waits.</p>' : articles.join('\n');
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title>' +
    '<meta name="viewport" content="width=device-width"></head><body><main>' +
    '<h1>Outbox</h1><p>Messages that were not sent, the newest first. This page is shown on this machine only.</p>' +
    `${body}</main></body></html>`
  );
}

function respond(
  exchange: Exchange,
  answer: { readonly status: number; readonly type: string; readonly body: string },
): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'content-type': answer.type,
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-amzn-requestid': exchange.requestId,
      vary: 'Accept',
    },
  });
}
