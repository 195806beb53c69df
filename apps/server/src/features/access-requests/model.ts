import { type AskedRole, SERVER_LIMITS } from '@coffer/contracts';

export type RequestState = 'open' | 'given' | 'declined' | 'withdrawn' | 'ended';

export interface RequestRow {
  readonly id: string;
  readonly space_id: string;
  readonly node_id: string;
  readonly user_id: string;
  readonly role: AskedRole;
  readonly message: string;
  readonly state: RequestState;
  readonly asked_at: Date;
  readonly notified_at: Date;
  readonly expires_at: Date;
  readonly answered_by: string | null;
  readonly answered_at: Date | null;
  readonly revision: number;
}

/** The topic of all notifications about a request. */
export const topicOf = (requestId: string): string => `access:${requestId}`;

export function isOpen(row: Pick<RequestRow, 'state' | 'expires_at'> | undefined, now: Date): boolean {
  return row?.state === 'open' && row.expires_at > now;
}

/** When the person may ask again after a request was declined. Undefined if they may ask now. */
export function pausedUntil(row: RequestRow | undefined, now: Date): Date | undefined {
  if (row?.state !== 'declined' || row.answered_at === null) return undefined;
  const until = new Date(row.answered_at.getTime() + SERVER_LIMITS.accessRequestPauseMs);
  return until > now ? until : undefined;
}
