import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiErrorOf } from '../calls/error.ts';
import { followJob } from './jobs.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const unavailable = () => new Response(null, { status: 503 });
const inState = (state: string) => () => Response.json({ state });
const lost = (): Response => {
  throw new TypeError('Failed to fetch');
};
const unknown = () => Response.json({ code: 'job_not_found', requestId: 'one' }, { status: 404 });

/** The last answer is repeated. */
async function follow(answers: readonly (() => Response)[]): Promise<string> {
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return await Promise.resolve(answers[Math.min(calls, answers.length) - 1]?.());
  });
  const follower = { isWaiting: true };
  const outcomeOf = async (): Promise<string> => {
    const [outcome] = await Promise.allSettled([followJob('job')]);
    follower.isWaiting = false;
    return outcome.status === 'fulfilled' ? outcome.value.state : apiErrorOf(outcome.reason).code;
  };
  const outcome = outcomeOf();
  while (follower.isWaiting) {
    await vi.advanceTimersByTimeAsync(1_000);
    // Code of calls is loaded meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await outcome;
}

test('an outage while a job is followed is not reported as its failure', async () => {
  expect(
    await follow([inState('undoing'), lost, unavailable, lost, inState('undoing'), inState('undone')]),
  ).toBe('undone');
});

test('a job that the server no longer knows is reported at once', async () => {
  expect(await follow([inState('undoing'), unknown, inState('undone')])).toBe('job_not_found');
});

test('an outage without end is reported in the end', async () => {
  expect(await follow([lost])).toBe('offline');
});
