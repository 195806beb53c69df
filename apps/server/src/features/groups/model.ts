import { SECOND_MS } from '@coffer/kit';

export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly source: 'pool' | 'local';
  readonly created_at: Date;
  readonly revision: number;
}

export interface CountedGroup extends GroupRow {
  /** The number of people with an active account. */
  readonly people: number;
  readonly spaces: number;
  readonly shared: number;
}

/**
 * Group searches that one person may make in a row; typing a name takes several. After that, one search per
 * `SEARCH_INTERVAL_MS`.
 */
export const SEARCH_BURST = 60;
export const SEARCH_INTERVAL_MS = SECOND_MS;
