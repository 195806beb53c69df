import { NodeId, type LocatedNode, SpaceId } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { listSpacesOf } from '../../spaces/index.ts';
import { isLiving, type NodeAccess } from '../model.ts';
import { listAccesses } from '../node-access.ts';
import { may, visibleAncestors } from '../policy.ts';
import { presentAccess } from '../present.ts';
import { withTags } from '../tags/with-tags.ts';
import { withPictures } from '../with-pictures.ts';

type SpaceOfPerson = Awaited<ReturnType<typeof listSpacesOf>>[number];

/** Presents the nodes in the order of `ids`. Leaves out nodes that the person can no longer see. */
export async function presentLocated(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { readonly id: string },
  found: { readonly ids: readonly string[]; readonly showsTrash: boolean; readonly showsTags?: boolean },
): Promise<readonly LocatedNode[]> {
  if (found.ids.length === 0) return [];
  const now = services.clock.now();
  const accesses = await listAccesses(services.db, { actor, now }, found.ids);
  const spaces = new Map((await listSpacesOf(services.db, actor.id)).map((space) => [space.id, space]));
  const located = found.ids.flatMap((id): readonly LocatedNode[] => {
    const access = accesses.get(id);
    if (access === undefined || isPurging(access)) return [];
    const asking = { actor, now, role: access.role };
    if (!may(asking, 'see', access.node) || (!found.showsTrash && !isLiving(access))) return [];
    const folders = visibleAncestors(asking, access).filter((folder) => folder.parent_id !== null);
    const space = spaces.get(access.node.space_id);
    return [
      {
        node: presentAccess(access),
        space: space === undefined ? null : presentSpace(space),
        path: folders.map((folder) => ({ id: NodeId.parse(folder.id), name: folder.name })),
        isTrashed: !isLiving(access),
      },
    ];
  });
  // Thumbnails of trashed items are never shown.
  const living = located.flatMap(({ node, isTrashed }) => (isTrashed ? [] : [node]));
  const pictured = await withPictures(services.db, living);
  const tagged = found.showsTags === true ? await withTags(services.db, actor.id, pictured) : pictured;
  const shown = new Map(tagged.map((node) => [node.id, node]));
  return located.map((each) => ({ ...each, node: shown.get(each.node.id) ?? each.node }));
}

function presentSpace(space: SpaceOfPerson): LocatedNode['space'] {
  const { id, name, color, kind, root_id: rootId } = space;
  return { id: SpaceId.parse(id), name, color, kind, rootId: NodeId.parse(rootId) };
}

function isPurging({ node, ancestors }: NodeAccess): boolean {
  return [node, ...ancestors].some((folder) => folder.purge_began_at !== null);
}
