// WebDAV as the application serves it, over a real port, a real database and a real store.
import type { Person, TokenScope } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { parseConfig } from '../../config/config.ts';
import { createApp } from '../../http/app.ts';
import { listen } from '../../http/listen.ts';
import { type Owner, startStoreWorld, startWorld, type StoreWorld, type World } from '../../live.world.ts';
import type { Actor } from '../../operation.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { createWebDav } from './index.ts';
import type { DavServices } from './dav-call.ts';
import type { DavSignIn } from './webdav.ts';

export interface DavWorld extends AsyncDisposable {
  readonly world: World;
  readonly store: StoreWorld;
  readonly services: DavServices;
  readonly owner: Owner;
  /** The URL of the installation, without a path. */
  readonly url: string;
  /** Signs the person in, with their user name as the password. */
  admit(person: Person, scopes?: readonly TokenScope[]): void;
  /** As the owner, or as somebody who was admitted; without a password where the name is empty. */
  ask(method: string, path: string, request?: RequestInit & { readonly as?: string }): Promise<Response>;
  statusOf(...asked: Parameters<DavWorld['ask']>): Promise<number>;
}

const acceptsLongBody = (path: string): boolean => path.startsWith('/dav');

interface DavWorldOptions {
  readonly quotaBytes?: number;
  readonly disk?: DavServices['disk'];
  /** Replaces the sign-in of the admitted people. */
  readonly signIn?: (services: DavServices) => DavSignIn;
}

export async function startDavWorld(options: DavWorldOptions = {}): Promise<DavWorld> {
  const world = await startWorld();
  const store = await startStoreWorld(world.services.log);
  const config = parseConfig({});
  if (!config.ok) throw new Error('the default configuration is invalid');
  const services = { ...world.services, blobs: store.blobs, config: config.value, disk: options.disk };
  const people = new Map<string, Actor>();
  const admitted: DavSignIn = async ({ username, secret }) => {
    await Promise.resolve();
    const known = people.get(username);
    return known === undefined || secret !== username ? err({ code: 'token_refused' }) : ok(known);
  };
  const webDav = createWebDav(services, options.signIn?.(services) ?? admitted);
  const app = createApp(services, [], {
    authenticate: async () => await Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: async () => await Promise.resolve({ isReady: true, checks: {} }),
    pages: async () => await Promise.resolve(new Response('<html></html>')),
    webDav,
  });
  const listener = await listen({ host: '127.0.0.1', port: 0, acceptsLongBody });
  if (!listener.ok) throw new Error(listener.error.code);
  listener.value.serve(app.fetch);
  const admit: DavWorld['admit'] = (person, scopes = ['files:read', 'files:write']) => {
    people.set(person.username, { person, sessionId: person.id, scopes });
  };
  const owner = await world.addOwner(options);
  admit(owner.person);
  const url = `http://127.0.0.1:${listener.value.port}`;
  const ask: DavWorld['ask'] = async (
    method,
    path,
    { headers = {}, as = owner.person.username, ...rest } = {},
  ) => {
    const authorization = `Basic ${Buffer.from(`${as}:${as}`).toString('base64')}`;
    const given = new Headers(headers);
    if (as !== '') given.set('authorization', authorization);
    return await fetch(`${url}${path}`, { ...rest, method, headers: given, redirect: 'manual' });
  };
  return {
    world,
    store,
    services,
    owner,
    url,
    admit,
    ask,
    statusOf: async (...asked) => {
      const answer = await ask(...asked);
      await answer.arrayBuffer();
      return answer.status;
    },
    [Symbol.asyncDispose]: async () => {
      await listener.value.close(0);
      await store[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}
