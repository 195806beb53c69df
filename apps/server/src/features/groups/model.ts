import { SECOND_MS } from '@coffer/kit';

export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly source: 'pool' | 'local';
  readonly created_at: Date;
  readonly revision: number;
}

export interface CountedGroup extends GroupRow {
  /** With an active account. */
  readonly people: number;
  readonly spaces: number;
  readonly shared: number;
}

/** Searches per person: burst, then one per interval. Typing a name takes several. */
export const SEARCH_BURST = 60;
export const SEARCH_INTERVAL_MS = SECOND_MS;
