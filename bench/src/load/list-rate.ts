import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { seedPeople } from '@coffer/e2e/seeded-people';
import { testDatabase } from '@coffer/testing';
import { startCoffer } from '@coffer/testing/coffer-process';
import type { Figure } from '../figure.ts';
import { openFilling } from '../lists/fill-space.ts';
import { startProgram } from '../server-process.ts';
import { median } from '../statistics.ts';

const BARE_SERVER = fileURLToPath(new URL('./bare-list-server.ts', import.meta.url));
const CONNECTIONS = 20;
const ENTRIES = 1_000;
const CALLS = 1_000;
const ROUNDS = 5;
/** At least 0.7 of the calls a second of the bare server. */
const SLOWER_MAX = 1 / 0.7;

/** Pages of 200 over 20 connections, one person each, against a bare server with the same rows. In turns. */
export async function benchListRate(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  await using data = await createDataFolder('list-rate');
  const environment = { ...data.environment, DATABASE_URL: database.connectionString };
  await using coffer = await startCoffer({ dataFolder: data.path, environment });
  const people = await seedPeople(database.connectionString, {
    people: CONNECTIONS,
    sessionsEach: 1,
    isShared: true,
  });
  const folderId = people[0]?.rootId ?? '';
  const filled = await openFilling(database.connectionString);
  await filled.addFiles(folderId, ENTRIES);
  await filled.analyze();
  await filled.close();
  const bare = await startProgram(BARE_SERVER, database.connectionString);
  try {
    const cookies = people.flatMap((person) => person.cookies);
    const path = `/api/v1/nodes/${folderId}/children?limit=200`;
    const ours = openLines(`${coffer.url}${path}`, cookies);
    const theirs = openLines(`http://127.0.0.1:${bare.port}${path}`, cookies);
    const times = { ours: [] as number[], theirs: [] as number[] };
    // The first round is warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const spent = { theirs: await theirs.msPerCall(), ours: await ours.msPerCall() };
      if (round === 0) continue;
      times.ours.push(spent.ours);
      times.theirs.push(spent.theirs);
    }
    ours.close();
    theirs.close();
    return [
      {
        name: `a list of 200 entries over ${CONNECTIONS} connections, time for each call`,
        value: median(times.ours),
        unit: 'ms',
        baseline: 'a bare server: Hono, pg',
        baselineValue: median(times.theirs),
        goal: Number(SLOWER_MAX.toFixed(2)),
      },
    ];
  } finally {
    bare.child.kill('SIGKILL');
  }
}

interface Lines {
  /** Of `CALLS` calls, as many at once as there are cookies. */
  msPerCall(): Promise<number>;
  close(): void;
}

function openLines(url: string, cookies: readonly string[]): Lines {
  const lines = cookies.map((cookie) => ({ cookie, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }));
  return {
    msPerCall: async () => {
      const startedMs = performance.now();
      let begun = 0;
      const work = async ({ agent, cookie }: (typeof lines)[number]): Promise<void> => {
        for (; begun < CALLS; await callOnce(url, { agent, cookie })) begun += 1;
      };
      await Promise.all(lines.map(work));
      return (performance.now() - startedMs) / CALLS;
    },
    close: () => {
      for (const { agent } of lines) agent.destroy();
    },
  };
}

/** Reads the answer and leaves it unparsed, so that little of the time is that of the client. */
async function callOnce(url: string, { agent, cookie }: { agent: Agent; cookie: string }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { agent, headers: { cookie } }, resolve).once('error', reject).end();
  const answer = await promise;
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`a list was answered with ${answer.statusCode}`);
}
