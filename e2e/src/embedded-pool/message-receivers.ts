import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

const Sms = z.strictObject({ id: z.string(), to: z.string(), text: z.string() });
export type Sms = z.output<typeof Sms>;

export interface Receiver<Message> extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly Message[];
}

/**
 * Receives SMS webhooks and verifies their signature with a third-party library. Invalid ones get 400 and are dropped.
 */
export async function receiveSms(secret: string): Promise<Receiver<Sms>> {
  const received: Sms[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      received.push(Sms.parse(new Webhook(secret).verify(body, headers)));
      response.writeHead(202).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  };
  const server = createServer((request, response) => {
    void take(request, response);
  });
  server.listen(0, '127.0.0.1');
  return {
    port: await portOf(server),
    received,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function receiveMail(): Promise<Receiver<string>> {
  const received: string[] = [];
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        callback();
      });
    },
  });
  mail.listen(0, '127.0.0.1');
  return {
    port: await portOf(mail.server),
    received,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        mail.close(() => resolve());
      });
    },
  };
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return address.port;
}
