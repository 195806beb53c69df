import type { SpaceRole } from '@coffer/contracts';

/** A space as its member sees it. */
export interface SpaceRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly root_id: string;
  readonly quota_bytes: number;
  readonly used_bytes: number;
  readonly reserved_bytes: number;
  readonly held_bytes: number;
  readonly role: SpaceRole;
}

/** A space whose row is locked until the transaction ends: nobody else changes its tree or its use meanwhile. */
export interface LockedSpace {
  readonly id: string;
  readonly root_id: string;
  readonly quota_bytes: number;
  readonly used_bytes: number;
  readonly reserved_bytes: number;
  readonly held_bytes: number;
}

/** One thing that happened in a space. `facts` may hold names: they stay in the database and never reach a log. */
export interface SpaceEvent {
  readonly verb: EventVerb;
  readonly nodeId: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

export type EventVerb =
  | 'folder_created'
  | 'file_created'
  | 'version_created'
  | 'node_renamed'
  | 'node_trashed'
  | 'node_restored'
  | 'node_purged'
  | 'version_restored'
  | 'version_damaged';

/** Name of a personal space and of its root. Words for people live in the web application, keyed by the kind. */
export const PERSONAL_SPACE_NAME = 'Personal';
