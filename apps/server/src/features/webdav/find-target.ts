import { nameKey, nameSpaceFolders, type Person } from '@coffer/contracts';
import { findNode, listIdsAlong } from '../files/index.ts';
import { listSpaces } from '../spaces/index.ts';
import type { DavServices, NamedSpace, Target } from './dav-call.ts';

/** Finds what a path leads to for this person. What they may not see counts as missing. */
export async function findTarget(
  services: DavServices,
  actor: Person,
  names: readonly string[],
): Promise<Target> {
  const spaces = await listNamedSpaces(services, actor);
  const [first, ...below] = names;
  if (first === undefined) return { kind: 'top', spaces };
  const named = spaces.find(({ name }) => nameKey(name) === nameKey(first));
  if (named === undefined) return { kind: 'missing', names, parent: undefined };
  const { space } = named;
  const asking = { actor, now: services.clock.now() };
  const ids = await listIdsAlong(services.db, {
    spaceId: space.id,
    rootId: space.rootId,
    nameKeys: below.map(nameKey),
  });
  const idAt = (depth: number): string | undefined => (depth === 0 ? space.rootId : ids[depth - 1]);
  const found = async (depth: number) => {
    const id = depth < 0 ? undefined : idAt(depth);
    const access = id === undefined ? undefined : await findNode(services.db, asking, id);
    return access === undefined ? undefined : { names: names.slice(0, depth + 1), space, access };
  };
  const here = await found(below.length);
  if (here !== undefined) return { kind: 'found', ...here };
  const parent = await found(below.length - 1);
  return {
    kind: 'missing',
    names,
    parent: parent?.access.node.kind === 'folder' ? parent : undefined,
  };
}

export async function listNamedSpaces(services: DavServices, actor: Person): Promise<readonly NamedSpace[]> {
  return nameSpaceFolders((await listSpaces(services, actor)).items);
}
