import { createHash } from 'node:crypto';
import { Person, SETTING_DEFAULTS, UserId } from '@coffer/contracts';
import { defined, MINUTE_MS } from '@coffer/kit';
import { startObjectStoreServer } from '@coffer/object-store';
import { type ManualClock, manualClock, temporaryFolder } from '@coffer/testing';
import { migratedDatabase } from './migrated-database.world.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { createS3Blobs } from './platform/blobs/s3-blobs.ts';
import { connectDatabase } from './platform/db/connect.ts';
import { createSettings } from './platform/db/settings.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { createIdMaker } from './platform/ids.ts';
import type { Log, LogFacts } from './platform/log/log.ts';
import type { Services } from './services.ts';
import { createPersonalSpace } from './features/spaces/index.ts';

export const CREDENTIAL = {
  accessKeyId: 'AKTESTOFFEATURES',
  secretAccessKey: 'a secret of the tests, of nobody else',
};
export const BUCKET = 'files';
export const REGION = 'eu-central-1';
export const ORIGIN = 'http://localhost:8420';

export interface Owner {
  readonly person: Person;
  readonly spaceId: string;
  readonly rootId: string;
}

export interface LoggedLine {
  readonly level: string;
  readonly event: string;
  readonly facts: LogFacts;
}

export type WorldServices = Pick<Services, 'db' | 'clock' | 'newId' | 'log' | 'settings'>;

export interface World extends AsyncDisposable {
  readonly services: WorldServices;
  readonly clock: ManualClock;
  readonly lines: readonly LoggedLine[];
  readonly connectionString: string;
  addOwner(options?: { readonly quotaBytes?: number }): Promise<Owner>;
}

export interface StoreWorld extends AsyncDisposable {
  readonly blobs: Blobs;
  readonly url: string;
  stop(): Promise<void>;
}

export interface LiveWorld extends AsyncDisposable {
  readonly world: World;
  readonly store: StoreWorld;
  readonly services: WorldServices & { readonly blobs: Blobs };
  readonly owner: Owner;
}

/** A database and a store with one person. */
export async function startLiveWorld(openStore = startStoreWorld): Promise<LiveWorld> {
  const world = await startWorld();
  const store = await openStore(world.services.log);
  return {
    world,
    store,
    services: { ...world.services, blobs: store.blobs },
    owner: await world.addOwner(),
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Starts at the real time, because the store uses the real clock. */
export async function startWorld(): Promise<World> {
  const database = await migratedDatabase();
  const { log, lines } = memoryLog();
  const { connectionString } = database;
  // Some tests run hundreds of clients on a busy machine.
  const connected = connectDatabase({ connectionString, log, connectionWaitMs: MINUTE_MS });
  const clock = manualClock(new Date());
  const settings = createSettings({ clock, log, defaults: SETTING_DEFAULTS });
  const services = { db: connected.db, clock, newId: createIdMaker(clock), log, settings };
  let people = 0;
  return {
    services,
    clock,
    lines,
    connectionString,
    addOwner: async (options = {}) => {
      people += 1;
      return await insertOwner(services, `person-${people}`, options.quotaBytes ?? 1_000_000_000);
    },
    [Symbol.asyncDispose]: async () => {
      await connected.close();
      await database.drop();
    },
  };
}

async function insertOwner(services: WorldServices, username: string, quotaBytes: number): Promise<Owner> {
  const { db, newId } = services;
  const now = services.clock.now();
  const userId = newId();
  await db
    .insertInto('user')
    .values({
      id: userId,
      issuer: 'https://issuer.example',
      subject: userId,
      username,
      email: `${username}@example.org`,
      email_verified: true,
      name: username,
      status: 'active',
      role: 'member',
      quota_bytes: quotaBytes,
      last_seen_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const space = await inTransaction(
    db,
    async (tx) => await createPersonalSpace(tx, { userId, now, newId, quotaBytes }),
  );
  const person = Person.parse({
    id: UserId.parse(userId),
    username,
    name: username,
    email: `${username}@example.org`,
    role: 'member',
  });
  return { person, ...space };
}

/** The embedded store over HTTP. The adapter has passed its self-test at level 1. */
export async function startStoreWorld(log: Log): Promise<StoreWorld> {
  const folder = temporaryFolder('store');
  const clock = { now: () => new Date() };
  const server = await startObjectStoreServer({
    folder: folder.path,
    host: '127.0.0.1',
    port: 0,
    region: REGION,
    credentials: [CREDENTIAL],
    buckets: [BUCKET],
    clock,
    log: () => undefined,
  });
  if (!server.ok) throw new Error(server.error.code);
  const url = `http://127.0.0.1:${server.value.port}`;
  const blobs = await createS3Blobs({
    endpoint: url,
    publicEndpoint: url,
    region: REGION,
    bucket: BUCKET,
    prefix: 'coffer',
    ...CREDENTIAL,
    forcePathStyle: true,
    clock,
    log,
    corsOrigin: ORIGIN,
  });
  if (!blobs.ok) throw new Error(JSON.stringify(blobs.error));
  const stop = async (): Promise<void> => await server.value.close();
  return {
    blobs: blobs.value,
    url,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await folder.remove();
    },
  };
}

function memoryLog(): { readonly log: Log; readonly lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const write =
    (level: string) =>
    (event: string, facts: LogFacts = {}): void => {
      lines.push({ level, event, facts });
    };
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: () => log,
  };
  return { log, lines };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

export function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}

export function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function errorOf<E>(result: { readonly ok: true } | { readonly ok: false; readonly error: E }): E {
  if (result.ok) throw new Error('expected a refusal');
  return defined(result.error, 'a refusal has its error');
}
