import type { NodeView } from '@coffer/contracts';
import type { Person } from '@coffer/e2e/person';
import type { Figure } from '../figure.ts';
import { percentile, timed } from '../statistics.ts';
import { newFolder } from './entries.ts';
import type { Filled } from './fill-space.ts';

type Id = NodeView['id'];

const ROUNDS = 60;
const LEVELS = 10;
const FILES = 200;

/** A folder that three groups share from ten levels above, and lists beside a crowd, compared with a fresh installation. */
export async function benchRights(
  owner: Person,
  guest: Person,
  world: { readonly filled: Filled; readonly rootId: Id; readonly guestId: string; readonly guestRootId: Id },
): Promise<readonly Figure[]> {
  const { filled, rootId, guestId, guestRootId } = world;
  const top = await newFolder(owner, rootId, 'shared');
  let deep = top;
  for (let level = 1; level <= LEVELS; level += 1) deep = await newFolder(owner, deep, `level ${level}`);
  const own = await newFolder(guest, guestRootId, 'own');
  await filled.addFiles(deep, FILES);
  await filled.addFiles(own, FILES);
  await filled.analyze();
  const list = async (id: Id) =>
    await timed(() =>
      guest.call('listChildren', { params: { nodeId: id }, query: { limit: String(FILES) } }),
    );
  const measure = async (id: Id): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await list(id));
    return times;
  };
  const fresh = await measure(own);
  await filled.addCrowd();
  await filled.shareThroughGroups(top, guestId);
  await filled.analyze();
  const crowded: number[] = [];
  const shared: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    crowded.push(await list(own));
    shared.push(await list(deep));
  }
  return [
    {
      name: 'list of a folder that 3 groups share from 10 levels above, p95',
      value: percentile(shared, 0.95),
      unit: 'ms',
      baseline: 'of one’s own',
      baselineValue: percentile(crowded, 0.95),
      goal: 1.5,
    },
    {
      name: 'list beside 10,000 people, 1,000 groups and 100,000 grants, p95',
      value: percentile(crowded, 0.95),
      unit: 'ms',
      baseline: 'in a fresh installation',
      baselineValue: percentile(fresh, 0.95),
      goal: 2,
    },
  ];
}
