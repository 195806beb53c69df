import {
  type CreateTagRequest,
  type MoveResult,
  NodeId,
  type NodeView,
  type Person,
  type Tag,
  TaggedQuery,
} from '@coffer/contracts';
import { afterAll, beforeAll } from 'vitest';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { createTag } from '../../src/features/files/tags/change-tags.ts';
import { listTagged, listTags } from '../../src/features/files/tags/list-tags.ts';
import { tagItems } from '../../src/features/files/tags/tag-items.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';

export let world: World;

export let team: Awaited<ReturnType<typeof makeTeam>>;

type Color = CreateTagRequest['color'];

interface More {
  readonly by?: Person;
  readonly of?: CreateTagRequest['spaceId'];
  readonly color?: Color;
}

export const names = (node: NodeView | undefined) => node?.tags?.map(({ name, isOwn }) => [name, isOwn]);

export const make = async (name: string, { by = team.owner, of = team.spaceId, color = 'red' }: More = {}) =>
  await createTag(world.services, by, { spaceId: of, name, color });

export const made = async (name: string, more: More = {}): Promise<Tag> => valueOf(await make(name, more));

export async function folder(
  name: string,
  by: Person = team.owner,
  parentId = team.space.rootId,
): Promise<NodeId> {
  const node = await createFolder(world.services, by, { parentId, name, ifExists: 'rename' });
  return NodeId.parse(valueOf(node).id);
}

export const put = async (tag: Tag, ids: readonly NodeId[], { by = team.owner, isOn = true } = {}) =>
  await tagItems(world.services, by, { tagId: tag.id, selection: { of: 'items', ids: [...ids] }, isOn });

export const tagsOf = async (id: NodeId, by: Person = team.owner): Promise<readonly string[]> =>
  (valueOf(await getNode(world.services, by, id)).tags ?? []).map(({ name }) => name);

export const tagged = async (name: string, by: Person = team.owner, asked: Record<string, string> = {}) =>
  valueOf(await listTagged(world.services, by, TaggedQuery.parse({ name, ...asked })));

export const known = async (by: Person = team.owner, space = team.spaceId) =>
  valueOf(await listTags(world.services, by, { space })).items;

export function copyIn(result: MoveResult): NodeId {
  const [item] = result.items;
  if (item?.ok !== true) throw new Error('it was copied');
  return item.node.id;
}

/** One world for the tests of a file. */
export function prepareTags(): void {
  beforeAll(async () => {
    world = await startWorld();
  });
  beforeAll(async () => {
    team = await makeTeam(world);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });
}
