import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { NodeId, type NotificationSubject, type Person, SpaceId } from '@coffer/contracts';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/config.ts';
import type { World } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { createMailer, type Mailer } from '../../src/platform/mail/mailer.ts';
import { createCipher } from '../../src/platform/secrets/cipher.ts';
import type { Services } from '../../src/services.ts';
import { notify } from '../../src/features/notifications/index.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Header and body as they came. */
  readonly source: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: ReceivedMail[];
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8');
        received.push(
          parsed(
            source,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        );
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    received,
    [Symbol.asyncDispose]: async () => {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function parsed(source: string, to: readonly string[]): ReceivedMail {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*)$`, 'mi').exec(head.replaceAll(/\r\n[ \t]/g, ' '))?.[1] ?? '';
  const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) => partOf(source, type));
  return {
    to,
    source,
    messageId: header('Message-ID'),
    subject: decodedWords(header('Subject')),
    text,
    html,
  };
}

function partOf(source: string, type: string): string {
  const at = source.indexOf(`Content-Type: ${type}`);
  const [head = '', ...body] = source.slice(at).split('\r\n\r\n');
  const content = body.join('\r\n\r\n').split(/\r\n--/u, 1)[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return content;
  const bytes = content
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, coding: string, word: string) =>
      coding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(
            word
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
                String.fromCodePoint(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    );
}

export type MailServices = Pick<
  Services,
  'cipher' | 'clock' | 'config' | 'db' | 'log' | 'mail' | 'newId' | 'settings'
> & {
  /** As if people saw all that they are told of. */
  readonly listSeen: (userId: string, nodeIds: readonly string[]) => Promise<ReadonlySet<string>>;
};

const CIPHER = createCipher(randomBytes(32));

const seesAll: MailServices['listSeen'] = async (_, nodeIds) => await Promise.resolve(new Set(nodeIds));

export function mailServices(world: World, port: number, more: Partial<{ mail: Mailer }> = {}): MailServices {
  const config = configWith(port);
  if (config.mail === undefined) throw new Error('mail is configured');
  const mail = more.mail ?? createMailer(config.mail, { connectMs: 2_000, silenceMs: 2_000 });
  return { ...world.services, config, mail, cipher: CIPHER, listSeen: seesAll };
}

export function configWith(port: number): Config {
  const config = parseConfig({
    COFFER_URL: 'https://files.example.org',
    COFFER_STORE_URL: 'https://bytes.example.org',
    COFFER_DATA: '/nowhere',
    COFFER_SMTP: `smtp://127.0.0.1:${port}`,
    COFFER_MAIL_FROM: 'Coffer <files@example.org>',
  });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return config.value;
}

export function tellIn(world: World) {
  const { clock, db, newId } = world.services;
  return async (
    person: Person,
    subject: NotificationSubject,
    { actorId = null, topic }: { readonly actorId?: string | null; readonly topic?: string } = {},
  ): Promise<void> =>
    await inTransaction(db, async (tx) => {
      await notify(tx, {
        personIds: [person.id],
        actorId,
        subject,
        ...(topic === undefined ? {} : { topic }),
        at: clock.now(),
        newId,
      });
    });
}

export const shared = (name: string, message = ''): NotificationSubject => ({
  kind: 'shared',
  nodeId: NodeId.parse('019ab000-0000-7000-8000-000000000000'),
  nodeKind: 'folder',
  name,
  role: 'editor',
  message,
});
export const arrived = (files: number): NotificationSubject => ({
  kind: 'handed_in',
  spaceId: SpaceId.parse('019ab000-0000-7000-8000-000000000001'),
  folderId: NodeId.parse('019ab000-0000-7000-8000-000000000002'),
  name: 'Receipts',
  guest: 'Gil',
  files,
});

export async function mailRows(world: World) {
  return await world.services.db
    .selectFrom('mail')
    .select(['state', 'tries', 'answer', 'message_id', 'secret_sealed'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
