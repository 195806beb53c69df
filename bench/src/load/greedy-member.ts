import { randomUUID } from 'node:crypto';
import { LIMITS } from '@coffer/contracts';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { seedPeople } from '@coffer/e2e/seeded-people';
import { testDatabase } from '@coffer/testing';
import { startCoffer } from '@coffer/testing/coffer-process';
import type { Figure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { openSession } from './http-session.ts';

const PARALLEL = 200;
const LISTS = 100;
/** Ratio of the 95th percentile of another member's list requests to that without load. */
const SLOWER_MAX = 3;

/** One member has 200 batches in flight while another lists the same space. */
export async function benchGreedyMember(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  await using data = await createDataFolder('greedy');
  const environment = { ...data.environment, DATABASE_URL: database.connectionString };
  await using coffer = await startCoffer({ dataFolder: data.path, environment });
  const [greedy, other] = await seedPeople(database.connectionString, {
    people: 2,
    sessionsEach: 1,
    isShared: true,
  });
  if (greedy === undefined || other === undefined) throw new Error('there are two members');
  const path = `/nodes/${greedy.rootId}/children?limit=200`;
  const session = openSession(coffer.url, other.cookies[0] ?? '');
  const batches = openSession(coffer.url, greedy.cookies[0] ?? '');
  const refused: string[] = [];
  const listAll = async (): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let round = 0; round < LISTS; round += 1) {
      const answer = await session.call('GET', path);
      if (answer.status !== 200) refused.push(answer.body);
      times.push(answer.ms);
    }
    return times;
  };
  for (let folder = 0; folder < 200; folder += 1) {
    await session.call('POST', '/folders', { parentId: greedy.rootId, name: `folder ${folder}` });
  }
  await listAll();
  const alone = await listAll();

  // Reserved names stay free, so the same batch can be sent repeatedly.
  const batch = batchOf(greedy.rootId);
  const over = new AbortController();
  let calls = 0;
  const repeat = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await batches.call('POST', '/batch/uploads', batch);
      calls += 1;
      if (answer.status !== 200) refused.push(answer.body);
    }
  };
  const running = Array.from({ length: PARALLEL }, repeat);
  const beside = await listAll();
  over.abort();
  await Promise.all(running);
  const again = await listAll();
  session.close();
  batches.close();

  const lists = { beside: percentile(beside, 0.95), alone: percentile([...alone, ...again], 0.95) };
  console.log(
    `beside ${calls} batches of ${LIMITS.uploadBatchMax}, ${PARALLEL} at once: ${refused.length} refused`,
  );
  for (const body of refused.slice(0, 3)) console.log(`refused: ${body}`);
  console.log(`a list beside them: ${lists.beside} ms, alone ${lists.alone} ms`);
  if (refused.length > 0) throw new Error(`${refused.length} calls were refused`);
  if (lists.beside > SLOWER_MAX * lists.alone)
    throw new Error(`lists took ${lists.beside} ms beside batches, ${lists.alone} alone`);
  return [
    {
      name: '200 batches of one member: p95 of a list of another',
      value: lists.beside,
      unit: 'ms',
      baseline: 'without them',
      baselineValue: lists.alone,
      goal: SLOWER_MAX,
    },
  ];
}

function batchOf(parentId: string): object {
  return {
    uploads: Array.from({ length: LIMITS.uploadBatchMax }, () => ({
      parentId,
      name: `${randomUUID()}.bin`,
      sizeBytes: 4_096,
      mediaType: '',
      modifiedAt: new Date().toISOString(),
      conflict: 'rename',
      parts: [{ number: 1, sha256: Buffer.alloc(32, 7).toString('base64') }],
    })),
  };
}
