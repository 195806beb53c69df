import type { PublicLink, SpaceRole } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';

type LinkKind = PublicLink['kind'];

export interface LinkRow {
  readonly id: string;
  readonly space_id: string;
  readonly node_id: string;
  readonly kind: LinkKind;
  readonly label: string;
  readonly password_hash: string | null;
  readonly expires_at: Date;
  readonly downloads_max: number | null;
  readonly downloads: number;
  readonly bytes_max: number | null;
  readonly bytes: number;
  readonly visits: number;
  readonly last_visit_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly revision: number;
  readonly creator_name: string;
  readonly creator_status: 'invited' | 'active' | 'disabled' | 'removed';
  /** Null if the creator has no role in the space, or the space is archived. */
  readonly creator_roles: readonly SpaceRole[] | null;
}

/** Whether downloads go through the server, so that the limits are exact. */
export function isCounted(link: Pick<LinkRow, 'downloads_max' | 'bytes_max'>): boolean {
  return link.downloads_max !== null || link.bytes_max !== null;
}

export type LinkEnd = 'expired' | 'exhausted' | 'unavailable';

export const PASSWORD_WINDOW_MS = HOUR_MS;
/** Repeated visits of a client within this time count once. */
export const VISIT_MS = 30 * MINUTE_MS;

/** How long an expired link is shown to the people who manage it. */
export const ENDED_LINK_LIFE_MS = 30 * DAY_MS;
