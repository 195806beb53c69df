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

/** Storage usage per day. `day` is the start of the day in UTC. */
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
  /** Bytes of objects without a file that may still be in the store. */
  held_bytes: Generated<number>;
  /** Bytes of permanently deleted files that are still in the store. They do not count towards the quota. */
  purged_bytes: Generated<number>;
  /** Assigned while the row is locked, so the sequence has no gaps. */
  event_sequence: number;
  description: Generated<string>;
  color: Generated<'teal' | 'blue' | 'violet' | 'pink' | 'red' | 'orange' | 'amber' | 'green'>;
  /** Set while the members are in `archived_member` instead of `member`. */
  archived_at: Generated<Date | null>;
  /** When the permanent deletion of an archived space's files began. */
  emptied_at: Generated<Date | null>;
  /** Set while the space is on hold, together with `hold_by` and `hold_reason`. */
  hold_began_at: Generated<Date | null>;
  hold_by: Generated<string | null>;
  hold_reason: Generated<string | null>;
  /** Null for the settings of the installation. */
  trash_days: Generated<number | null>;
  versions_kept: Generated<number | null>;
  version_days: Generated<number | null>;
  /** What the last change of the three values replaced, which holds for a while if it was longer. */
  trash_days_before: Generated<number | null>;
  versions_kept_before: Generated<number | null>;
  version_days_before: Generated<number | null>;
  retention_changed_at: Generated<Date | null>;
  /** Percentage of the quota that the managers were last notified of; 0 for none. */
  quota_told: Generated<number>;
}

/** Members who were added individually. Permissions are read from the view `space_role`. */
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
  /** Whether the space is archived; `space_role` leaves such rows out. */
  is_archived: Generated<boolean>;
  created_at: Date;
  revision: Generated<number>;
}

/** Members of an archived space. A separate table, so that no query grants them access by mistake. */
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
  /** Whether this event represents all events of its job in the feed. */
  in_feed: Generated<boolean>;
}
