import type { SpaceColor, SpaceRole } from '@coffer/contracts';

export interface SpaceRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly color: SpaceColor;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly root_id: string;
  readonly quota_bytes: number;
  readonly used_bytes: number;
  readonly reserved_bytes: number;
  readonly held_bytes: number;
  readonly purged_bytes: number;
  readonly is_on_hold: boolean;
  readonly revision: number;
  readonly roles: readonly SpaceRole[];
}

export interface MemberRow {
  readonly user_id: string;
  readonly role: SpaceRole;
  readonly created_at: Date;
  readonly revision: number;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly picture_id: string | null;
  readonly status: 'invited' | 'active' | 'disabled' | 'removed';
}

/** The roles that a group can have. Only people can be owners. */
export type GroupRole = Exclude<SpaceRole, 'owner'>;

export interface SpaceGroupRow {
  readonly group_id: string;
  readonly role: GroupRole;
  readonly created_at: Date;
  readonly revision: number;
  readonly name: string;
  readonly people: number;
}

/** A space whose row is locked. The lock blocks other changes to its tree and its storage usage. */
export interface LockedSpace {
  readonly id: string;
  readonly root_id: string;
  readonly quota_bytes: number;
  readonly used_bytes: number;
  readonly reserved_bytes: number;
  readonly held_bytes: number;
  readonly purged_bytes: number;
  /** On hold, nothing in the space may be permanently deleted or moved to another space. */
  readonly is_on_hold: boolean;
}

/** `facts` may contain names, so they must never be logged. */
export interface SpaceEvent {
  readonly verb: EventVerb;
  readonly nodeId: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

export type EventVerb =
  | 'quota_changed'
  | 'folder_created'
  | 'file_created'
  | 'version_created'
  | 'node_renamed'
  | 'node_moved'
  | 'node_copied'
  | 'node_trashed'
  | 'node_restored'
  | 'node_purged'
  /** A hold stopped the permanent deletion, and the item is in the trash again. */
  | 'node_purge_stopped'
  | 'version_restored'
  | 'version_deleted'
  | 'version_damaged'
  | 'space_handed_over'
  | 'space_created'
  | 'space_changed'
  | 'retention_changed'
  | 'space_archived'
  | 'space_restored'
  | 'member_added'
  | 'member_changed'
  | 'member_removed'
  | 'member_left'
  | 'link_created'
  | 'link_changed'
  | 'link_revoked'
  | 'link_restored'
  | 'grant_added'
  | 'grant_changed'
  | 'grant_removed'
  | 'grant_left'
  | 'grant_returned'
  | 'address_invited'
  | 'address_changed'
  | 'address_withdrawn'
  | 'address_joined';

/** The name of a personal space and its root. The web application translates it by the kind of the space. */
export const PERSONAL_SPACE_NAME = 'Personal';
