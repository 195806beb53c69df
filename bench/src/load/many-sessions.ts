import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '@coffer/contracts';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { seedPeople, type SeededPerson } from '@coffer/e2e/seeded-people';
import { testDatabase } from '@coffer/testing';
import { startCoffer } from '@coffer/testing/coffer-process';
import type { Figure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { type Answer, type HttpSession, openSession, send } from './http-session.ts';

const PEOPLE = 20;
const SESSIONS_EACH = 25;
const LOAD_MS = 60_000;
/** Ramp-up time. Its requests are not counted. */
const BEGIN_MS = 20_000;
const ALONE_MS = 15_000;
const QUIET_MS = 60_000;
const FILE_BYTES = 4_096;
const MIB = 1_048_576;

/** Ratio of the 95th percentile of list requests under load to that of one session alone. */
const SLOWER_MAX = 20;
/** Ratio of memory one minute after the load to memory before it. */
const MEMORY_MAX = 1.25;

/**
 * For one minute, 500 sessions of 20 people list, reserve, upload and complete. Compares them with one session alone;
 * fails if a request is refused or lists are too slow.
 */
export async function benchManySessions(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  await using data = await createDataFolder('load');
  const environment = { ...data.environment, DATABASE_URL: database.connectionString };
  await using coffer = await startCoffer({ dataFolder: data.path, environment });
  const people = await seedPeople(database.connectionString, { people: PEOPLE, sessionsEach: SESSIONS_EACH });
  const first = people.slice(0, 1).map((person) => ({ ...person, cookies: person.cookies.slice(0, 1) }));

  await work(coffer.url, first, ALONE_MS);
  const before = memoryOf(coffer.pid);
  const load = await work(coffer.url, people, LOAD_MS);
  const peak = memoryOf(coffer.pid);
  await pause(QUIET_MS);
  const after = memoryOf(coffer.pid);
  const alone = await work(coffer.url, first, ALONE_MS);

  const lists = { load: percentile(load.lists, 0.95), alone: percentile(alone.lists, 0.95) };
  console.log(
    `${PEOPLE * SESSIONS_EACH} sessions: ${load.calls} calls, ${load.files} files, ${load.refused.length} refused`,
  );
  for (const answer of load.refused.slice(0, 3)) console.log(`refused: ${answer.status} ${answer.body}`);
  console.log(
    `memory of the application: ${before} MiB before, ${peak} at the end of the load, ${after} a minute later`,
  );
  if (load.refused.length > 0) throw new Error(`${load.refused.length} calls were refused`);
  if (lists.load > SLOWER_MAX * lists.alone)
    throw new Error(`lists took ${lists.load} ms under load, ${lists.alone} alone`);
  return [
    {
      name: '500 sessions of 20 people: p95 of a list',
      value: lists.load,
      unit: 'ms',
      baseline: 'one session alone',
      baselineValue: lists.alone,
      goal: SLOWER_MAX,
    },
    {
      name: 'memory of the application, a minute after them',
      value: after,
      unit: 'MiB',
      baseline: 'before them',
      baselineValue: before,
      goal: MEMORY_MAX,
    },
  ];
}

interface Worked {
  readonly calls: number;
  readonly files: number;
  readonly lists: readonly number[];
  readonly refused: readonly Answer[];
}

async function work(url: string, people: readonly SeededPerson[], durationMs: number): Promise<Worked> {
  const lists: number[] = [];
  const refused: Answer[] = [];
  let calls = 0;
  let files = 0;
  const fromMs = performance.now() + BEGIN_MS;
  const untilMs = fromMs + durationMs;
  const judge = (answer: Answer): boolean => {
    calls += 1;
    if (answer.status >= 400) refused.push(answer);
    return answer.status < 400;
  };
  const run = async (session: HttpSession, rootId: string): Promise<void> => {
    while (performance.now() < untilMs) {
      const listed = await session.call('GET', `/nodes/${rootId}/children?limit=200`);
      if (judge(listed) && performance.now() - listed.ms >= fromMs) lists.push(listed.ms);
      if (await bring(session, rootId, judge)) files += 1;
    }
    session.close();
  };
  const sessions = people.flatMap(({ cookies, rootId }) => cookies.map((cookie) => ({ cookie, rootId })));
  await Promise.all(
    sessions.map(async ({ cookie, rootId }, index) => {
      await pause((BEGIN_MS * index) / sessions.length);
      await run(openSession(url, cookie), rootId);
    }),
  );
  return { calls, files, lists, refused };
}

const storeAgent = new Agent({ keepAlive: true, maxSockets: 64 });

async function bring(
  session: HttpSession,
  parentId: string,
  judge: (answer: Answer) => boolean,
): Promise<boolean> {
  const content = randomBytes(FILE_BYTES);
  const reserved = await session.call('POST', '/uploads', {
    parentId,
    name: `${randomUUID()}.bin`,
    sizeBytes: FILE_BYTES,
    mediaType: '',
    modifiedAt: new Date().toISOString(),
    conflict: 'rename',
    parts: [{ number: 1, sha256: createHash('sha256').update(content).digest('base64') }],
  });
  if (!judge(reserved)) return false;
  const created = operations.createUpload.response.parse(JSON.parse(reserved.body));
  if (created.outcome !== 'created') throw new Error('every name is new');
  const [signed] = created.signed;
  if (signed?.fields === undefined) throw new Error('a small file goes as a form');
  const boundary = 'coffer-bench';
  const fields = signed.fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const stored = await send(signed.url, { agent: storeAgent, method: 'POST', headers }, form);
  if (!judge(stored)) return false;
  return judge(await session.call('POST', `/uploads/${created.upload.id}/complete`));
}

/** Resident memory in MiB. `NaN` except on Linux. */
function memoryOf(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round((Number(kib) * 1_024) / MIB);
  } catch {
    return Number.NaN;
  }
}
