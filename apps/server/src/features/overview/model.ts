import type { AdminOverview } from '@coffer/contracts';

type Part = AdminOverview['health'][number]['part'];

/** The state of the running application, apart from the database. */
export interface RuntimeStatus {
  readonly version: string;
  readonly health: () => Promise<{
    readonly checks: Readonly<
      Partial<Record<Part, { readonly state: 'ok' | 'failed'; readonly code?: string }>>
    >;
  }>;
  /** Names of background jobs that keep failing. */
  readonly brokenTasks: () => readonly string[];
}

export const PARTS = ['pool', 'store', 'database', 'disk'] as const satisfies readonly Part[];
