import { LIMITS, nameKey } from '@coffer/contracts';
import { type NodeAccess, nameSort } from '../model.ts';
import type { CopiedRow } from '../store/copy.ts';
import type { CopyGroup } from './expand-merges.ts';
import { type Planned, planCopies, type Refused } from './plan-copies.ts';
import type { Copied } from './write-copies.ts';

interface GroupPlan {
  readonly group: CopyGroup;
  readonly planned: readonly Planned[];
  readonly refused: readonly Refused[];
}

interface Options {
  readonly copied: Copied;
  /** A new name, allowed only for a single copy. */
  readonly as: string | undefined;
}

export async function planGroups(
  [first, ...others]: readonly [CopyGroup, ...CopyGroup[]],
  options: Options,
): Promise<readonly [GroupPlan, ...GroupPlan[]]> {
  const plans: [GroupPlan, ...GroupPlan[]] = [await planGroup(first, options)];
  for (const group of others) plans.push(await planGroup(group, options));
  return plans;
}

async function planGroup(group: CopyGroup, { copied, as }: Options): Promise<GroupPlan> {
  const { copying, accesses } = group;
  const { deep = [], shallow = [] } = Object.groupBy(accesses, (access) =>
    isTooDeep(copying.target, copied.get(access.node.id)) ? 'deep' : 'shallow',
  );
  const { planned, refused } = await planCopies(
    copying,
    shallow.map((access) => renamed(access, as)),
  );
  const tooDeep = deep.map(({ node, role }): Refused => ({ node, role, code: 'too_deep' }));
  return { group, planned, refused: [...refused, ...tooDeep] };
}

function renamed(access: NodeAccess, name: string | undefined): NodeAccess {
  if (name === undefined) return access;
  return { ...access, node: { ...access.node, name, name_key: nameKey(name), name_sort: nameSort(name) } };
}

function isTooDeep(target: NodeAccess, rows: readonly CopiedRow[] = []): boolean {
  const deepest = rows.reduce(
    (depth, row) => (row.kind === 'folder' ? Math.max(depth, row.depth) : depth),
    -1,
  );
  return deepest >= 0 && target.ancestors.length + 1 + deepest > LIMITS.depthMax;
}
