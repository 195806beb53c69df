import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import type { Message } from './delivery.ts';
import { createSmsDelivery } from './sms-gateway.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MESSAGE: Message = {
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'sign_up',
  medium: 'SMS',
  to: '+12065550123',
  text: '123456 is your code.',
};
let servers: Server[] = [];

afterEach(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  servers = [];
});

interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
}

async function startGateway(status: number, headers: Record<string, string> = {}) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      calls.push({ request, body });
      response.writeHead(status, headers).end('{"detail":"+12065550123"}');
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/send`, calls };
}

test('a message is posted as JSON, with a signature that a foreign library verifies', async () => {
  const { url, calls } = await startGateway(202);
  const sent = await createSmsDelivery({ url, secret: SECRET, from: 'Coffer' }).send(MESSAGE);
  expect(sent).toEqual({ ok: true, value: undefined });
  const [call] = calls;
  expect(call?.request.method).toBe('POST');
  expect(call?.request.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': MESSAGE.id,
    'webhook-id': MESSAGE.id,
  });
  const { headers } = call?.request ?? {};
  expect(JSON.stringify(headers)).not.toContain(SECRET.slice('whsec_'.length));
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers?.[name])]),
  );
  expect(new Webhook(SECRET).verify(call?.body ?? '', signed)).toEqual({
    id: MESSAGE.id,
    to: '+12065550123',
    text: '123456 is your code.',
    from: 'Coffer',
  });
  const other = new Webhook(Buffer.alloc(32, 8).toString('base64'));
  expect(() => other.verify(call?.body ?? '', signed)).toThrow(WebhookVerificationError);
  const changed = call?.body.replace('123456', '654321') ?? '';
  expect(() => new Webhook(SECRET).verify(changed, signed)).toThrow(WebhookVerificationError);
});

test('a redirect is not followed, so that codes are not sent elsewhere', async () => {
  const other = await startGateway(200);
  const { url } = await startGateway(307, { location: other.url });
  expect(await createSmsDelivery({ url, secret: SECRET }).send(MESSAGE)).toMatchObject({ ok: false });
  expect(other.calls).toEqual([]);
});

test.each([400, 401, 429, 500])('a response of %d is retried later', async (status) => {
  const { url } = await startGateway(status);
  const sent = await createSmsDelivery({ url, secret: SECRET }).send(MESSAGE);
  expect(sent).toEqual({ ok: false, error: { code: 'undeliverable', reason: `HTTP ${status}` } });
});

test('an unavailable gateway is reported without its address', async () => {
  const sent = await createSmsDelivery({ url: 'http://127.0.0.1:1/', secret: SECRET }).send(MESSAGE);
  expect(sent).toEqual({ ok: false, error: { code: 'undeliverable', reason: 'TypeError' } });
});
