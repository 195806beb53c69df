import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { put, uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { md5Of, sha256Of, valueOf } from '../../live.world.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { runStorageJobs } from './run-jobs.ts';
import { getJob, listFindings, startRepair, startSurvey } from './storage-jobs.ts';
import { type OpenStore, startStorageWorld, type StorageWorld } from './storage.world.ts';

export const METADATA = {
  spaceId: randomUUID(),
  nodeId: randomUUID(),
  versionId: randomUUID(),
  parentId: randomUUID(),
  name: 'planted',
  authorId: randomUUID(),
  at: new Date(),
};

type Job = Awaited<ReturnType<typeof jobOf>>;
type Findings = Awaited<ReturnType<typeof findingsOf>>;

export interface SurveyedWorld extends StorageWorld {
  readonly newKey: () => string;
  /** Writes an object that the ledger does not know. */
  readonly plant: (key: string, bytes: Buffer) => Promise<void>;
  readonly files: (count: number, size?: number) => Promise<string[]>;
  readonly survey: (blobs?: Blobs) => Promise<Job>;
  readonly repair: (surveyId: string, blobs?: Blobs, allowMany?: boolean) => Promise<Job>;
  readonly findings: (jobId: string) => Promise<Findings>;
}

export async function startSurveyedWorld(openStore?: OpenStore): Promise<SurveyedWorld> {
  const started = await startStorageWorld(openStore);
  const { administrator, owner, services, store } = started;
  return {
    ...started,
    newKey: () => store.blobs.keyFor(randomUUID()),
    plant: async (key, bytes) => {
      const part = { sizeBytes: bytes.length, sha256: sha256Of(bytes), md5: md5Of(bytes) };
      const signed = store.blobs.signPut({ key, part, mediaType: 'text/plain', metadata: METADATA });
      expect(await put({ ...signed, headers: { ...signed.headers } }, bytes)).toBe(200);
    },
    files: async (count, size = 10) => {
      const keys: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const bytes = Buffer.alloc(size, number);
        keys.push(await keyOf(started, (await uploaded(services, owner, { name: `f${number}`, bytes })).id));
      }
      return keys;
    },
    survey: async (blobs = store.blobs) => {
      const job = valueOf(await startSurvey(services, administrator));
      await runStorageJobs({ ...services, blobs });
      return await jobOf(started, job.id);
    },
    repair: async (surveyId, blobs = store.blobs, allowMany = false) => {
      const job = valueOf(await startRepair(services, administrator, { surveyId, allowMany }));
      await runStorageJobs({ ...services, blobs });
      return await jobOf(started, job.id);
    },
    findings: async (jobId) => await findingsOf(started, jobId),
  };
}

async function jobOf({ administrator, services }: StorageWorld, id: string) {
  return valueOf(await getJob(services, administrator, id));
}

async function findingsOf({ administrator, services }: StorageWorld, jobId: string) {
  const query = { at: 0, limit: 1_000 };
  return valueOf(await listFindings(services, administrator, { jobId, query })).items;
}

export async function keyOf(
  { services }: { readonly services: Pick<UploadServices, 'db'> },
  nodeId: string,
): Promise<string> {
  const row = await services.db
    .selectFrom('node')
    .innerJoin('version', 'version.id', 'node.current_version_id')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('blob.key')
    .where('node.id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return row.key;
}
