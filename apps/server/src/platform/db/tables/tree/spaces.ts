import type { Generated, JSONColumnType } from 'kysely';
import type { Changing } from '../changing.ts';

export interface SpacesTables {
  space: SpaceTable;
  member: MemberTable;
  space_group: SpaceGroupTable;
  archived_member: ArchivedMemberTable;
  event: EventTable;
  use_day: UseDayTable;
  space_use_day: UseDayTable & { space_id: string };
}

/** `day` begins in UTC. */
interface UseDayTable {
  day: Date;
  used_bytes: number;
}

interface SpaceTable extends Changing {
  id: string;
  name: string;
  kind: 'personal' | 'team' | 'linked';
  owner_id: string;
  root_id: string;
  quota_bytes: number;
  used_bytes: number;
  reserved_bytes: number;
  /** Objects without a file that may still be in the store. */
  held_bytes: Generated<number>;
  /** Permanently deleted, but still in the store. Not counted by the quota. */
  purged_bytes: Generated<number>;
  /** Assigned under the row lock, so without gaps. */
  event_sequence: number;
  description: Generated<string>;
  color: Generated<'teal' | 'blue' | 'violet' | 'pink' | 'red' | 'orange' | 'amber' | 'green'>;
  /** Set while the members are in `archived_member`. */
  archived_at: Generated<Date | null>;
  /** When the files of an archived space were given to the purge. */
  emptied_at: Generated<Date | null>;
  /** Set while the space is on hold, with the two below. */
  hold_began_at: Generated<Date | null>;
  hold_by: Generated<string | null>;
  hold_reason: Generated<string | null>;
  /** Percentage of the quota in the last notification of its managers; 0 for none. */
  quota_told: Generated<number>;
}

/** Who was added by name. Rights are read from the view `space_role`. */
interface MemberTable {
  space_id: string;
  user_id: string;
  role: 'viewer' | 'contributor' | 'editor' | 'manager' | 'owner';
  created_at: Date;
  revision: Generated<number>;
}

interface SpaceGroupTable {
  space_id: string;
  group_id: string;
  role: Exclude<MemberTable['role'], 'owner'>;
  /** Archived with the space: `space_role` then leaves it out. */
  is_archived: Generated<boolean>;
  created_at: Date;
  revision: Generated<number>;
}

/** Members of an archived space. In a separate table, so that no query grants them access. */
interface ArchivedMemberTable {
  space_id: string;
  user_id: string;
  role: MemberTable['role'];
  created_at: Date;
}

interface EventTable {
  space_id: string;
  sequence: number;
  id: string;
  /** Null for a background job. */
  actor_id: string | null;
  verb: string;
  node_id: string;
  facts: JSONColumnType<Record<string, unknown>>;
  at: Date;
  job_id: Generated<string | null>;
  /** Represents all events of its job. */
  in_feed: Generated<boolean>;
}
