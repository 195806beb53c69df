import { type AdminJob, isErrorCode } from '@coffer/contracts';
import type { ErrorTexts } from '../../api/calls/error-texts.ts';
import type { JobsText } from './texts.ts';

export function titleOf(text: JobsText, { kind, state }: AdminJob): string {
  const name = text(`adminJobs.kind.${kind}`);
  return state === 'undoing' || state === 'undone' ? text('adminJobs.undo', { name }) : name;
}

export function isOfStorage({ kind }: AdminJob): boolean {
  return kind === 'survey' || kind === 'repair';
}

/** Causes that operators need explained differently than the person. */
const CAUSES = ['internal', 'account_disabled', 'not_allowed', 'node_not_found', 'quota_exceeded'] as const;

export function causeOf(text: JobsText, errors: ErrorTexts, job: AdminJob): string {
  if (isOfStorage(job)) {
    return text(
      job.code === 'store_unavailable' ? 'adminJobs.cause.store_unavailable' : 'adminJobs.cause.storage',
    );
  }
  const known = CAUSES.find((cause) => cause === job.code);
  if (known !== undefined) return text(`adminJobs.cause.${known}`);
  return job.code !== null && isErrorCode(job.code)
    ? errors.ofCode(job.code)
    : text('adminJobs.cause.internal');
}

export function spacesOf(text: JobsText, { spaces }: AdminJob): readonly string[] {
  return spaces.map(({ kind, name, ownerName }) =>
    kind === 'personal' ? text('adminJobs.personalSpace', { name: ownerName }) : name,
  );
}
