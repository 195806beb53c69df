import {
  isAtLeast,
  type Person,
  type SpaceRole,
  type HeldRole,
  presentRole,
  strongest,
} from '@coffer/contracts';
import type { LinkEnd, LinkRow } from './model.ts';

/** The role that may create links and see those of others. A link works only as long as its creator has this role. */
export const ROLE_THAT_LINKS = 'editor' satisfies SpaceRole;
const ROLE_THAT_MANAGES_ALL = 'manager' satisfies SpaceRole;

export function mayLink(role: HeldRole): boolean {
  return isAtLeast(presentRole(role), ROLE_THAT_LINKS);
}

/** The role that the actor lacks for changing the link. Undefined if they may change it. */
export function neededToChange(asking: {
  readonly role: HeldRole;
  readonly isCreator: boolean;
}): SpaceRole | undefined {
  const needed = asking.isCreator ? ROLE_THAT_LINKS : ROLE_THAT_MANAGES_ALL;
  return isAtLeast(presentRole(asking.role), needed) ? undefined : needed;
}

/** Whether the person may revoke the link. Creators always may, even without a role. */
export function mayRevoke(asking: {
  readonly role: HeldRole | undefined;
  readonly isCreator: boolean;
}): boolean {
  if (asking.isCreator) return true;
  return asking.role !== undefined && isAtLeast(presentRole(asking.role), ROLE_THAT_MANAGES_ALL);
}

/** Auditors and administrators see all links; only administrators may revoke them. */
export function mayReadAll({ role }: Pick<Person, 'role'>): boolean {
  return role === 'auditor' || role === 'administrator';
}

export function mayRevokeAll({ role }: Pick<Person, 'role'>): boolean {
  return role === 'administrator';
}

/**
 * Why the link no longer works, or undefined. Computed from the row, so it is never outdated; does not know whether the
 * node is in the trash.
 */
export function endOf(link: LinkRow, now: Date): LinkEnd | undefined {
  const { creator_roles: roles, creator_status: status } = link;
  const role = strongest(roles ?? []);
  if (link.revoked_at !== null || status !== 'active' || role === undefined || !mayLink(role))
    return 'unavailable';
  if (link.expires_at <= now) return 'expired';
  return isUsedUp(link) ? 'exhausted' : undefined;
}

function isUsedUp(link: LinkRow): boolean {
  const { downloads, downloads_max: downloadsMax, bytes, bytes_max: bytesMax } = link;
  return (downloadsMax !== null && downloads >= downloadsMax) || (bytesMax !== null && bytes >= bytesMax);
}
