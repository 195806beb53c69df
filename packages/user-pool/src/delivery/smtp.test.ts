import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Delivery, Message } from './delivery.ts';
import { deliverySettingsSchema, type SmtpSettings, smtpSettingsSchema } from './settings.ts';
import { createSmtpDelivery } from './smtp.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly session: string;
  readonly source: string;
}

const SMS_SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`;
const FROM = { address: 'pool@example.org', name: 'Coffer, "the pool"' };
const MESSAGE: Message = {
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'sign_up',
  medium: 'EMAIL',
  to: 'ada@example.org',
  subject: 'Grüße aus dem Archiv',
  text: 'Your code: 123456\n',
  html: '<p>Your code: <b>123456</b></p>',
};
let pems: Awaited<ReturnType<typeof generate>>;
let servers: SMTPServer[] = [];
let deliveries: Delivery[] = [];

beforeAll(async () => {
  pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
});

afterEach(async () => {
  for (const delivery of deliveries) await delivery.close?.();
  deliveries = [];
  for (const server of servers) await new Promise<void>((resolve) => server.close(resolve));
  servers = [];
});

async function startServer(
  options: SMTPServerOptions = {},
): Promise<{ readonly port: number; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH'],
    key: pems.private,
    cert: pems.cert,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          session: session.id,
          source: Buffer.concat(chunks).toString('utf8'),
        });
        callback();
      });
    },
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, received };
}

function deliverTo(port: number, settings: Partial<SmtpSettings> = {}): Delivery {
  const delivery = createSmtpDelivery(
    smtpSettingsSchema.parse({
      host: 'localhost',
      port,
      security: 'starttls',
      certificateAuthority: pems.cert,
      ...settings,
    }),
    FROM,
  );
  deliveries.push(delivery);
  return delivery;
}

test('a server without STARTTLS gets no message', async () => {
  const { port, received } = await startServer({ disabledCommands: ['AUTH', 'STARTTLS'] });
  expect(await deliverTo(port).send(MESSAGE)).toMatchObject({
    ok: false,
    error: { code: 'undeliverable' },
  });
  expect(received).toEqual([]);
});

test('a server with an untrusted certificate, or one of another name, gets no message', async () => {
  const { port, received } = await startServer();
  for (const settings of [{ certificateAuthority: undefined }, { host: '127.0.0.1' }]) {
    const sent = await deliverTo(port, settings).send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { code: 'undeliverable' } });
  }
  expect(received).toEqual([]);
});

test.each(['starttls', 'tls'] as const)(
  'a message is sent encrypted by %s, as text and HTML',
  async (security) => {
    const { port, received } = await startServer({ secure: security === 'tls' });
    expect(await deliverTo(port, { security }).send(MESSAGE)).toEqual({ ok: true, value: undefined });
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ from: 'pool@example.org', to: ['ada@example.org'], isSecure: true });
    expect(mail?.source).toContain('Auto-Submitted: auto-generated');
    expect(mail?.source).toContain(`Message-ID: <${MESSAGE.id}@example.org>`);
    expect(mail?.source).toContain('From: "Coffer, \\"the pool\\"" <pool@example.org>');
    expect(mail?.source).toMatch(/Subject: =\?UTF-8\?/);
    expect(mail?.source).toContain('text/plain');
    expect(mail?.source).toContain('<b>123456</b>');
  },
);

test('a connection is reused', async () => {
  const { port, received } = await startServer();
  const delivery = deliverTo(port);
  for (let turn = 0; turn < 3; turn++) expect((await delivery.send(MESSAGE)).ok).toBe(true);
  expect(new Set(received.map(({ session }) => session)).size).toBe(1);
});

test.each([
  ['another recipient', 'ada@example.org, eve@example.org'],
  ['a header', 'ada@example.org\r\nBcc: eve@example.org'],
  ['an angle', 'ada@example.org> <eve@example.org'],
])('an address that injects %s reaches no other recipient', async (_name, to) => {
  const { port, received } = await startServer();
  await deliverTo(port).send({ ...MESSAGE, to });
  const reached = received.flatMap((mail) => mail.to);
  expect(reached).not.toContain('eve@example.org');
  expect(received.map(({ source }) => source).join('')).not.toMatch(/^Bcc:/im);
});

test('a subject with line breaks adds no header', async () => {
  const { port, received } = await startServer();
  await deliverTo(port).send({ ...MESSAGE, subject: 'x\r\nBcc: eve@example.org' });
  expect(received.map(({ source }) => source).join('')).not.toMatch(/^Bcc:/im);
});

test('a rejection is reported as a code, without the text of the server', async () => {
  const { port } = await startServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('ada@example.org is not here'), { responseCode: 550 })),
  });
  const sent = await deliverTo(port).send(MESSAGE);
  expect(sent).toMatchObject({ ok: false, error: { code: 'undeliverable', reason: 'EENVELOPE 550' } });
  expect(JSON.stringify(sent)).not.toContain('ada');
});

test('a wrong password for the mail server sends nothing', async () => {
  const { port, received } = await startServer({
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'pool' && password === 'right-horse'
        ? callback(null, { user: username })
        : callback(new Error('no')),
  });
  const wrong = await deliverTo(port, { user: 'pool', password: 'wrong-horse' }).send(MESSAGE);
  expect(wrong).toMatchObject({ ok: false, error: { reason: expect.stringContaining('EAUTH') } });
  expect(received).toEqual([]);
  const right = await deliverTo(port, { user: 'pool', password: 'right-horse' }).send(MESSAGE);
  expect(right.ok).toBe(true);
});

test.each([
  ['clear text over a network', { smtp: { host: 'mail.example.org', security: 'none' }, from: FROM }, false],
  ['clear text to this machine', { smtp: { host: '127.0.0.1', security: 'none' }, from: FROM }, true],
  [
    'clear text that was asked for',
    { smtp: { host: 'mail.example.org', security: 'none', allowInsecureSmtp: true }, from: FROM },
    true,
  ],
  ['mail without a sender', { smtp: { host: 'mail.example.org' } }, false],
  ['a user without a password', { smtp: { host: 'mail.example.org', user: 'x' }, from: FROM }, false],
  ['a gateway over http', { sms: { url: 'http://sms.example.org/', secret: SMS_SECRET } }, false],
  ['a gateway over https', { sms: { url: 'https://sms.example.org/', secret: SMS_SECRET } }, true],
  ['a gateway on this machine', { sms: { url: 'http://127.0.0.1:1/', secret: SMS_SECRET } }, true],
  ['nothing', {}, true],
])('the settings decide whether %s is allowed', (_name, settings, isAllowed) => {
  expect(deliverySettingsSchema.safeParse(settings).success).toBe(isAllowed);
});
