import { randomUUID } from 'node:crypto';
import type { Person } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { runStorageJobs } from './run-jobs.ts';
import { cancelJob, getJob, startRepair, startSurvey } from './storage-jobs.ts';
import {
  administrator,
  files,
  findings,
  newKey,
  owner,
  plant,
  prepareSurveys,
  services,
  store,
  survey,
  world,
} from './surveyed-scene.contract.ts';

const DAY_MS = 24 * 60 * 60_000;

prepareSurveys();

test('a killed survey resumes, on another server too, and two servers record each finding once', async () => {
  await files(3);
  for (let number = 0; number < 5; number += 1) await plant(newKey(), Buffer.from('x'));
  const other = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const job = valueOf(await startSurvey(services, administrator));
  let pages = 0;
  const listObjects: Blobs['listObjects'] = async (input) => {
    pages += 1;
    return await store.blobs.listObjects({ ...input, limit: 2 });
  };
  class Killed extends Error {}
  const listUploads: Blobs['listUploads'] = () => Promise.reject(new Killed());
  const small = { ...services, blobs: { ...store.blobs, listObjects } };
  // Simulates a server crash.
  const dying = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const running = runStorageJobs({ ...small, db: dying.db, blobs: { ...small.blobs, listUploads } });
  await Promise.race([running.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 30))]);
  await dying.close();
  await running.catch(() => undefined);
  await services.db
    .updateTable('storage_job')
    .set({ state: 'running', finished_at: null, stop_reason: null })
    .where('id', '=', job.id)
    .execute();
  await Promise.all([runStorageJobs(small), runStorageJobs({ ...small, db: other.db })]);
  const done = valueOf(await getJob(services, administrator, job.id));
  expect(done.state).toBe('done');
  expect(pages).toBeGreaterThan(3);
  expect((await findings(job.id)).length).toBe(5);
  await other.close();
});

test('one job at a time; asking twice starts one; a cancelled one ends', async () => {
  const [one, two] = await Promise.all([
    startSurvey(services, administrator),
    startSurvey(services, administrator),
  ]);
  expect(valueOf(one).id).toBe(valueOf(two).id);
  expect(valueOf(await cancelJob(services, administrator, valueOf(one).id))).toMatchObject({
    state: 'cancelled',
  });
  expect(await runStorageJobs(services)).toBe(0);
  const done = await survey();
  const first = valueOf(await startRepair(services, administrator, { surveyId: done.id, allowMany: false }));
  const again = valueOf(await startRepair(services, administrator, { surveyId: done.id, allowMany: false }));
  expect(again.id).toBe(first.id);
  expect(errorOf(await startSurvey(services, administrator))).toEqual({ code: 'job_conflict' });
  await runStorageJobs(services);
  world.clock.advance(DAY_MS + 1);
  expect(
    errorOf(await startRepair(services, administrator, { surveyId: done.id, allowMany: false })),
  ).toEqual({
    code: 'job_conflict',
  });
});

test('members see none of it, auditors look, administrators act', async () => {
  const member = owner.person;
  const auditor: Person = { ...member, role: 'auditor' };
  const job = await survey();
  expect(errorOf(await startSurvey(services, member)).code).toBe('not_allowed');
  expect(errorOf(await startSurvey(services, auditor)).code).toBe('not_allowed');
  expect(errorOf(await getJob(services, member, job.id)).code).toBe('not_allowed');
  expect(valueOf(await getJob(services, auditor, job.id)).id).toBe(job.id);
  const asked = { surveyId: job.id, allowMany: false };
  expect(errorOf(await startRepair(services, auditor, asked)).code).toBe('not_allowed');
  expect(errorOf(await cancelJob(services, auditor, job.id)).code).toBe('not_allowed');
  expect(errorOf(await getJob(services, administrator, randomUUID())).code).toBe('job_not_found');
});
