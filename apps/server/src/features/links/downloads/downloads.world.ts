// Guests who download over real connections, so that they can disconnect.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { GuestContentUrl, type NodeView } from '@coffer/contracts';
import { createApp } from '../../../http/app.ts';
import { listen } from '../../../http/listen.ts';
import { uploaded } from '../../../live-upload.contract.ts';
import type { Owner } from '../../../live.world.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { startLinksWorld } from '../links.world.ts';
import { linksRoutes } from '../routes.ts';

export type DownloadsWorld = Awaited<ReturnType<typeof startDownloadsWorld>>;

export async function startDownloadsWorld() {
  const here = await startLinksWorld();
  const app = createApp(here.services, linksRoutes(here.services), {
    authenticate: async () => await Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: async () => await Promise.resolve({ isReady: true, checks: {} }),
    pages: async () => await Promise.resolve(new Response('page')),
    checkResponses: true,
  });
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  if (!listener.ok) throw new Error(listener.error.code);
  listener.value.serve(app.fetch);
  const origin = `http://localhost:${listener.value.port}`;
  const call = async (path: string, body: unknown): Promise<Response> =>
    await fetch(`${origin}/api/v1/public/${path}`, {
      method: 'POST',
      headers: { 'x-coffer': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** The path of a download, or the status of a rejected call. */
  const begin = async (token: string, node: Pick<NodeView, 'id'>): Promise<string> => {
    const answer = await call(`${token}/nodes/${node.id}/content`, { disposition: 'attachment' });
    if (!answer.ok) return String(answer.status);
    const { pathname } = new URL(GuestContentUrl.parse(await answer.json()).url);
    return pathname;
  };
  const get = async (path: string, range?: string): Promise<Response> =>
    await fetch(origin + path, { ...(range !== undefined && { headers: { range } }) });
  /** Reads at least `bytes` and disconnects. Returns how many arrived. */
  const breakOff = async (path: string, bytes: number, range?: string): Promise<number> => {
    const asked = send(`${origin}${path}`, {
      agent: false,
      ...(range !== undefined && { headers: { range } }),
    });
    const answer = await answerOf(asked);
    let read = 0;
    try {
      if (bytes > 0) {
        for await (const chunk of answer) {
          if (chunk instanceof Uint8Array) read += chunk.length;
          if (read >= bytes) break;
        }
      }
    } finally {
      asked.destroy();
    }
    return read;
  };
  const uploadBytes = async (owner: Owner, name: string, bytes: Buffer): Promise<NodeView> =>
    await uploaded(here.services, owner, { name, bytes, parentId: owner.rootId });
  return {
    ...here,
    origin,
    call,
    begin,
    get,
    breakOff,
    uploadBytes,
    [Symbol.asyncDispose]: async () => {
      await listener.value.close(0);
      await here[Symbol.asyncDispose]();
    },
  };
}

async function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  asked.on('error', () => undefined);
  asked.end();
  const [answer]: unknown[] = await once(asked, 'response');
  return answer as IncomingMessage;
}

export function noise(bytes: number): Buffer {
  return randomBytes(bytes);
}
