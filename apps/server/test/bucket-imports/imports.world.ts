import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type LiveWorld, type Owner, startLiveWorld, valueOf } from '../../src/live.world.ts';
import type { Actor } from '../../src/operation.ts';
import { findJob, presentJobDetails } from '../../src/features/files/index.ts';
import { createBucketSources, runBucketImports } from '../../src/features/bucket-imports/index.ts';
import type { ImportNeeds } from '../../src/features/bucket-imports/needs.ts';
import {
  createSurveyLimit,
  importBucket,
  surveyBucket,
} from '../../src/features/bucket-imports/start-import.ts';
import type { SourceAddress } from '../../src/platform/blobs/source/bucket-source.ts';
import { createCipher } from '../../src/platform/secrets/cipher.ts';

export const actorOf = ({ person }: Pick<Owner, 'person'>): Actor => ({ person, sessionId: 'session' });

/** A database, a store, and imports into folders of new owners. */
export function importWorld() {
  let live: LiveWorld;
  let services: ImportNeeds;
  beforeAll(async () => {
    live = await startLiveWorld();
    services = {
      ...live.services,
      cipher: createCipher(randomBytes(32)),
      bucketSources: createBucketSources(['127.0.0.1']),
    };
  });
  afterAll(async () => {
    await live[Symbol.asyncDispose]();
  });
  const limited = () => ({ ...services, surveys: createSurveyLimit(services) });
  const here = {
    live: () => live,
    services: () => services,
    survey: async (owner: Owner, source: SourceAddress, nodeId = owner.rootId) =>
      await surveyBucket(limited(), actorOf(owner), { nodeId, source }),
    start: async (owner: Owner, source: SourceAddress, nodeId = owner.rootId) =>
      await importBucket(limited(), actorOf(owner), { nodeId, source }),
    job: async (jobId: string) => {
      const { db } = live.services;
      const row = await findJob(db, jobId);
      return row === undefined ? undefined : await presentJobDetails(db, row);
    },
    run: async (signal = new AbortController().signal, others: Partial<ImportNeeds> = {}) =>
      await runBucketImports({ ...services, ...others }, signal),
    /** Starts an import and runs it to its end. */
    whole: async (owner: Owner, source: SourceAddress, nodeId: string = owner.rootId) => {
      const { id } = valueOf(await here.start(owner, source, nodeId));
      await here.run();
      return await here.job(id);
    },
    /** All paths below that are not in the trash, with sizes. */
    paths: async (parentId: string, above = ''): Promise<readonly string[]> => {
      const rows = await live.services.db
        .selectFrom('node')
        .select(['id', 'name', 'kind', 'size_bytes'])
        .where('parent_id', '=', parentId)
        .where('trashed_at', 'is', null)
        .orderBy('name')
        .execute();
      const below = await Promise.all(
        rows.map(async ({ id, name }) => await here.paths(id, `${above}${name}/`)),
      );
      return rows.flatMap(({ name, kind }, index) => [
        `${above}${name}${kind === 'folder' ? '/' : ''}`,
        ...(below[index] ?? []),
      ]);
    },
    node: async (parentId: string, name: string) =>
      await live.services.db
        .selectFrom('node')
        .selectAll()
        .where('parent_id', '=', parentId)
        .where('name', '=', name)
        .where('trashed_at', 'is', null)
        .executeTakeFirstOrThrow(),
    keysLeft: async () => await live.services.db.selectFrom('bucket_import').selectAll().execute(),
    versions: async (nodeId: string) =>
      await live.services.db
        .selectFrom('version')
        .select(['number', 'size_bytes'])
        .where('node_id', '=', nodeId)
        .orderBy('number')
        .execute(),
  };
  return here;
}
