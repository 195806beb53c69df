import type { Generated } from 'kysely';

export interface CommentsTables {
  comment: CommentTable;
}

interface CommentTable {
  id: string;
  space_id: string;
  node_id: string;
  author_id: string;
  text: string;
  /** Ids of the mentioned people. */
  mentions: Generated<string[]>;
  edited_at: Generated<Date | null>;
  created_at: Date;
  revision: Generated<number>;
}
