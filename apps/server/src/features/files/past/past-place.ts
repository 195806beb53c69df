import * as z from 'zod/mini';
import type { TouchedNode } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';

/** The place of a node at a moment. Such a place is undefined for a node in the trash or not yet created. */
export interface PastPlace {
  readonly parentId: string;
  readonly name: string;
}

const Facts = z.object({
  name: z.optional(z.string()),
  from: z.optional(z.string()),
  from_name: z.optional(z.nullable(z.string())),
  parent_id: z.nullish(z.uuid()),
  from_parent_id: z.nullish(z.uuid()),
});

type First = NonNullable<TouchedNode['first']>;

/** The place before the event. Undefined if the node did not exist or was in the trash. */
export function placeBefore({ verb, facts }: First): PastPlace | undefined {
  const { name = '', from = '', from_name, parent_id, from_parent_id } = Facts.parse(facts);
  switch (verb) {
    case 'node_renamed':
      return placed(parent_id, from);
    case 'node_moved':
      return placed(from_parent_id, from_name ?? name);
    case 'node_trashed':
    case 'version_created':
    case 'version_restored':
      return placed(parent_id, name);
    case 'folder_created':
    case 'file_created':
    case 'node_copied':
    case 'node_restored':
    case 'node_purged':
      return undefined;
  }
}

function placed(parentId: string | null | undefined, name: string): PastPlace | undefined {
  return parentId == null ? undefined : { parentId, name };
}

/** The place of a node without events after the moment. */
export function placeWithout(access: NodeAccess, moment: Date): PastPlace | undefined {
  const { node } = access;
  const isThere = node.trashed_at === null && node.created_at <= moment;
  return isThere ? placed(node.parent_id, node.name) : undefined;
}

/** Whether the node is being deleted permanently, directly or with a parent folder. */
export function isGoing({ node, ancestors }: NodeAccess): boolean {
  return [...ancestors, node].some((each) => each.purge_began_at !== null);
}
