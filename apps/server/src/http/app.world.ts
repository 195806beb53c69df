// Fixture for the HTTP tests. Importing it starts a real database.
import type { NodeId, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { manualClock, type TestDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { migratedDatabase } from '../migrated-database.world.ts';
import { connectDatabase, type Database } from '../platform/db/connect.ts';
import { onceInTransaction } from '../platform/db/once.ts';
import { createIdMaker } from '../platform/ids.ts';
import { createLog } from '../platform/log/create-log.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { type App, type AppDeps, createApp } from './app.ts';
import type { Actor } from '../operation.ts';
import { openRoute, personRoute, type Route } from '../route.ts';

export const ORIGIN = 'http://localhost:8420';
export const USER = '01890a5d-ac96-774b-bcce-b302099a8057';
export const NODE = '01890a5d-ac96-774b-bcce-b302099a8058';
export const AT = '2030-01-01T00:00:00.000Z';
export const actor: Actor = {
  sessionId: 'a'.repeat(64),
  person: { id: USER as UserId, username: 'ada', name: 'Ada', email: 'ada@example.org', role: 'member' },
};
const other: Actor = {
  sessionId: 'b'.repeat(64),
  person: { ...actor.person, id: NODE as UserId, username: 'bea', name: 'Bea' },
};
export const node = (name: string) => ({
  id: NODE as NodeId,
  spaceId: USER as never,
  parentId: null,
  kind: 'folder' as const,
  name,
  sizeBytes: null,
  mediaType: null,
  modifiedAt: AT,
  createdAt: AT,
  revision: 7,
  versionId: null,
  trashedAt: null,
});

export const clock = manualClock(AT);
export const here = { logged: '', made: 0, waiting: 0 } as {
  app: App;
  database: Database;
  logged: string;
  made: number;
  waiting: number;
  pause: Promise<void> | undefined;
};
export const log = createLog({
  level: 'debug',
  destination: { write: (line: string) => ((here.logged += line), true) },
});

const METHODS = {
  passkey: false,
  choice: false,
  custom: false,
  signUp: false,
  reset: false,
  mail: false,
  issuers: [],
};
export const routes: readonly Route[] = [
  openRoute('getSession', async ({ actor: who }) => {
    if (who === undefined)
      return ok({ state: 'signed_out', welcome: false, isNotSetUp: false, serverTime: AT, signIn: METHODS });
    throw Object.assign(new Error('the pool of worms is open'), { detail: 'worms' });
  }),
  openRoute('startSignIn', async ({ reply }) => {
    reply.setCookie('attempt', 'attempt-secret', 900);
    return ok({ step: 'none' });
  }),
  openRoute('cancelSignIn', async ({ reply, request }) => {
    if (request.cookie('attempt') !== 'attempt-secret') return err({ code: 'challenge_expired' });
    reply.clearCookie('attempt');
    return ok(undefined);
  }),
  openRoute('signOut', async ({ reply }) => {
    reply.clearCookie('session');
    reply.header('clear-site-data', '"storage"');
    return ok({ next: null });
  }),
  personRoute('getNode', async ({ params }) => ok({ ...node('a'), id: params.nodeId })),
  personRoute('listChildren', async ({ query }) =>
    ok({ items: [], total: query.limit, isPartial: false, next: null, folderRevision: null, role: 'owner' }),
  ),
  personRoute('renameNode', async ({ body, revision }) =>
    revision === 7 ? ok(node(body.name)) : err({ code: 'revision_conflict', facts: { revision: 7 } }),
  ),
  personRoute('createFolder', async ({ body, once }) =>
    onceInTransaction({ db: here.database.db, once }, async () => {
      here.waiting += 1;
      await here.pause;
      here.made += 1;
      if (body.name === 'taken') return err({ code: 'name_taken' });
      if (body.name === 'gone') throw new Error('broken');
      return ok({ ...node(body.name), revision: here.made });
    }),
  ),
  personRoute('getContent', async ({ reply }) => {
    reply.redirect('http://127.0.0.1:8421/b/k?X-Amz-Signature=abc');
    const bytes = { versionId: USER as never, name: 'a', sizeBytes: 1, mediaType: 'text/plain' };
    return ok({ url: 'x', expiresAt: AT, ...bytes });
  }),
  personRoute('trashNodes', async () => ok({ items: [{ nonsense: true }] } as never)),
  personRoute('completeUpload', async () => err({ code: 'store_unavailable' })),
];

export function build(environment: Record<string, string> = {}, more: Partial<AppDeps> = {}): App {
  const config = parseConfig(environment);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const services = { clock, config: config.value, db: here.database.db, log, newId: createIdMaker(clock) };
  return createApp(services, routes, {
    authenticate: async (value) => {
      await Promise.resolve();
      return { living: actor, other }[value];
    },
    metrics: createMetrics(),
    readiness: async () => ({
      isReady: false,
      checks: { store: { state: 'failed', code: 'store_unavailable' } },
    }),
    pages: async (request) => new Response(`page ${new URL(request.url).pathname}`),
    checkResponses: true,
    ...more,
  });
}

let container: TestDatabase;
beforeAll(async () => {
  container = await migratedDatabase();
  here.database = connectDatabase({ ...container, log });
  await here.database.db
    .insertInto('user')
    .values({
      id: USER,
      issuer: 'i',
      subject: 's',
      username: 'ada',
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
      status: 'active',
      role: 'member',
      quota_bytes: 1,
      last_seen_at: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
});

afterAll(async () => {
  await here.database.close();
  await container.drop();
});

beforeEach(() => {
  here.app = build();
  here.logged = '';
  here.made = 0;
  here.waiting = 0;
  here.pause = undefined;
});

export const OWN = { 'x-coffer': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
export const SIGNED_IN = { cookie: 'coffer=living' };

export function send(
  method: string,
  path: string,
  options: { headers?: Record<string, string | undefined>; body?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const headers = Object.fromEntries(
    Object.entries({ ...OWN, ...SIGNED_IN, ...options.headers }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
  return Promise.resolve(
    here.app.request(`/api/v1${path}`, {
      method,
      headers,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.body === undefined ? {} : { body: options.body }),
    }),
  );
}

export const problem = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;
export const rename = (options: Parameters<typeof send>[2]): Promise<Response> =>
  send('PATCH', `/nodes/${NODE}`, {
    body: '{"name":"b"}',
    ...options,
    headers: { 'if-match': '"7"', ...options?.headers },
  });

export const signIn = (length: number): string => JSON.stringify({ username: 'a', srpA: 'f'.repeat(length) });

export const create = (key: string | undefined, name: string): Promise<Response> =>
  send('POST', '/folders', {
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ parentId: NODE, name }),
  });
