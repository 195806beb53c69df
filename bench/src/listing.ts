import type { NodeView } from '@coffer/contracts';
import { ApiError, type Person } from '@coffer/e2e/person';
import type { Figure } from './figure.ts';
import { median, timed } from './statistics.ts';

const LARGE = 10_000;
const SMALL = 10;
const ROUNDS = 40;
const AT_ONCE = 8;

/** Compares pages of a folder of 10,000 items with a folder of ten. */
export async function benchListing(person: Person, rootId: NodeView['id']): Promise<readonly Figure[]> {
  const small = await folderOf(person, rootId, SMALL);
  const large = await folderOf(person, rootId, LARGE);
  const page = async (folderId: NodeView['id'], at: number): Promise<number> =>
    await timed(() =>
      person.call('listChildren', { params: { nodeId: folderId }, query: { at: String(at), limit: '200' } }),
    );
  const times = { small: [] as number[], first: [] as number[], middle: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.small.push(await page(small, 0));
    times.first.push(await page(large, 0));
    times.middle.push(await page(large, LARGE / 2));
  }
  const baseline = {
    unit: 'ms',
    baseline: 'a folder of 10',
    baselineValue: median(times.small),
    goal: 2,
  } as const;
  return [
    { name: 'first 200 of 10,000 entries', value: median(times.first), ...baseline },
    { name: '200 in the middle of 10,000', value: median(times.middle), ...baseline },
  ];
}

async function folderOf(person: Person, parentId: NodeView['id'], count: number): Promise<NodeView['id']> {
  const folder = await person.call('createFolder', { body: { parentId, name: `folder of ${count}` } });
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  const work = async (): Promise<void> => {
    for (const number of numbers) {
      await patiently(() =>
        person.call('createFolder', { body: { parentId: folder.id, name: `entry ${number}` } }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return folder.id;
}

/** Retries after the rate limit. */
async function patiently(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'rate_limited') throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
