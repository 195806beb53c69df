import type { SystemRole } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';

export interface OneTimeLinkRow {
  readonly code_hash: string;
  readonly kind: 'invitation' | 'password_reset';
  readonly user_id: string | null;
  readonly email: string;
  readonly name: string;
  readonly role: SystemRole | null;
  readonly invited_by: string | null;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: 'used' | 'replaced' | null;
  readonly claimed_until: Date | null;
  readonly began_at_pool: boolean;
  readonly quota_bytes: number | null;
  readonly group_ids: readonly string[];
  /** Whether the link was created for a shared item. */
  readonly by_sharing: boolean;
}

/** Longer than all pool timeouts of one claim together. */
export const CLAIM_MS = 45 * SECOND_MS;
/** Calls that one network may make in a row. After that, one call per interval. */
export const LINK_BURST = 30;
export const LINK_INTERVAL_MS = MINUTE_MS / 10;
