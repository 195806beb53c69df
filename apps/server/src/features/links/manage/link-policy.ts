import type { Issue, Settings } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';

type Policy = Pick<Settings, 'linkDaysMax' | 'linksProtected'>;

interface Wanted {
  /** Undefined if unchanged. */
  readonly expiresAt: Date | undefined;
  /** Undefined if unchanged, null for no password. */
  readonly password: string | null | undefined;
}

/** Where a new link or a change breaks the settings. Older links keep what they have. */
export function policyIssues(policy: Policy, { expiresAt, password }: Wanted, now: Date): readonly Issue[] {
  const isMissing = policy.linksProtected && password === null;
  return [
    ...(expiresAt === undefined ? [] : expiryIssues(expiresAt, policy, now)),
    ...(isMissing ? [{ path: 'password', code: 'required' as const }] : []),
  ];
}

function expiryIssues(expiresAt: Date, { linkDaysMax }: Policy, now: Date): readonly Issue[] {
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (lifeMs <= 0) return [{ path: 'expiresAt', code: 'too_small' }];
  return lifeMs > linkDaysMax * DAY_MS ? [{ path: 'expiresAt', code: 'too_big' }] : [];
}
