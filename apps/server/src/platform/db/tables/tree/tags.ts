import type { SpaceColor } from '@coffer/contracts';
import type { Generated } from 'kysely';

export interface TagsTables {
  tag: TagTable;
  node_tag: NodeTagTable;
}

/** Of a space, or of one person. */
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
