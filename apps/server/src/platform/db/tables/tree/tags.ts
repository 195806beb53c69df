import type { SpaceColor } from '@coffer/contracts';
import type { Generated } from 'kysely';

export interface TagsTables {
  tag: TagTable;
  node_tag: NodeTagTable;
  left_tag: LeftTagTable;
}

/** A tag of a space or of one person. */
interface TagTable {
  id: string;
  space_id: string | null;
  owner_id: string | null;
  name: string;
  name_key: string;
  color: SpaceColor;
  created_at: Date;
  revision: Generated<number>;
}

interface NodeTagTable {
  tag_id: string;
  space_id: string;
  node_id: string;
  created_at: Date;
}

/** A tag of the old space that an item lost when it moved to another one. */
interface LeftTagTable {
  node_id: string;
  tag_id: string;
  created_at: Date;
  left_at: Date;
}
