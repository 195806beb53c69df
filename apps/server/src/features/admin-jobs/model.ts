import type { Person, TaskName } from '@coffer/contracts';

/** The last round of a background job, on any server. */
export interface TaskRound {
  readonly name: string;
  readonly began_at: Date;
  /** Null while the round runs. */
  readonly ended_at: Date | null;
  /** Failures in a row. */
  readonly failures: number;
  /** When the server that runs it was last known to be alive. */
  readonly seen_at: Date;
}

export interface TaskPlan {
  readonly name: TaskName;
  readonly everyMs: number;
  readonly restMs?: number;
}

export const ONLY_AUDITORS = { code: 'not_allowed', facts: { needed_role: 'auditor' } } as const;
export const ONLY_ADMINISTRATORS = { code: 'not_allowed', facts: { needed_role: 'administrator' } } as const;

export type AdminJobFailure =
  | { readonly code: 'not_allowed'; readonly facts: { readonly needed_role: string } }
  | { readonly code: 'job_not_found' | 'job_conflict' };

export function mayReadJobs({ role }: Pick<Person, 'role'>): boolean {
  return role !== 'member';
}

export function mayAdministerJobs({ role }: Pick<Person, 'role'>): boolean {
  return role === 'administrator';
}
