import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateFolderRequest, type CreateWebhookRequest, type Webhook } from '@coffer/contracts';
import { type Owner, valueOf, type World } from '../../src/live.world.ts';
import type { Actor } from '../../src/operation.ts';
import { createCipher } from '../../src/platform/secrets/cipher.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { createFolder } from '../../src/features/files/index.ts';
import { createWebhook, listWebhooks } from '../../src/features/webhooks/create-webhook.ts';
import { sendWebhooks } from '../../src/features/webhooks/deliveries/send-deliveries.ts';
import { listDeliveries } from '../../src/features/webhooks/list-deliveries.ts';
import type { WebhookNeeds } from '../../src/features/webhooks/needs.ts';
import { createWebhookPost } from '../../src/features/webhooks/webhook-post.ts';

export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly calls: Call[];
  /** For the calls that follow. */
  status: number;
  headers: Record<string, string>;
}

export async function startReceiver(): Promise<Receiver> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(receiver.status, receiver.headers).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    status: 200,
    headers: {},
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

export function webhookServices(world: World): WebhookNeeds {
  const guardedPost = createWebhookPost(['127.0.0.1']);
  return { ...world.services, cipher: createCipher(randomBytes(32)), guardedPost };
}

export function actorOf(person: Owner['person'], scopes?: Actor['scopes']): Actor {
  return { person, sessionId: 'session', ...(scopes === undefined ? {} : { scopes }) };
}

type Wanted = Pick<CreateWebhookRequest, 'url'> & Partial<CreateWebhookRequest>;

/** What a test does with the webhook of one space. */
export function makeHand(
  services: WebhookNeeds,
  {
    actor,
    spaceId,
    rootId,
  }: { readonly actor: Actor; readonly spaceId: string | null; readonly rootId: string },
) {
  const add = async ({ events = ['folder.added'], label = '', url }: Wanted) =>
    valueOf(await createWebhook(services, actor, { spaceId, url, label, events }));
  const find = async (id: string): Promise<Webhook | undefined> =>
    valueOf(await listWebhooks(services, actor, spaceId)).items.find((each) => each.id === id);
  const deliveries = async (webhookId: string) =>
    valueOf(await listDeliveries(services, actor, { webhookId, after: undefined, limit: 50 })).items;
  const act = async (name: string, person = actor.person) =>
    valueOf(await createFolder(services, person, CreateFolderRequest.parse({ parentId: rootId, name })));
  return { add, find, deliveries, act, send: async () => await sendWebhooks(services) };
}

/** A team whose owner manages webhooks of its space. */
export async function beginWebhooks(world: World, services: WebhookNeeds) {
  const team = await makeTeam(world);
  const actor = actorOf(team.owner);
  const { spaceId } = team;
  const hand = makeHand(services, { actor, spaceId, rootId: team.space.rootId });
  return { ...team, ...hand, addMember: team.add, actor };
}

export function bodyOf(call: Call | undefined): Record<string, unknown> {
  return JSON.parse(call?.body ?? '{}');
}
