// Listed files run at full size in `npm run test:campaigns`; `npm test` runs a short version or none.

/** `short`: sized by `sized` of `@coffer/testing/campaign`. `none`: cannot be shortened. */
type InGate = 'short' | 'none';

export const CAMPAIGNS: Readonly<Record<string, InGate>> = {
  'apps/server/src/features/audit/tampering.test.ts': 'short',
  'apps/server/src/features/files/find/name-filter.test.ts': 'short',
  'apps/server/src/features/files/list-children.test.ts': 'short',
  'apps/server/src/features/files/past/past.test.ts': 'short',
  'apps/server/src/features/files/tree.test.ts': 'short',
  'apps/server/src/features/links/downloads/downloads.test.ts': 'short',
  'apps/server/src/features/links/requests/crowd.test.ts': 'short',
  'apps/server/src/features/sharing/shared-rights.test.ts': 'short',
  'apps/server/src/features/storage/survey-belief.test.ts': 'short',
  'apps/server/src/features/storage/survey.external.test.ts': 'short',
  'apps/server/src/features/storage/survey.test.ts': 'short',
  'apps/server/src/features/uploads/hostile.test.ts': 'short',
  'apps/server/test/jobs/killed-jobs.test.ts': 'short',
  'apps/server/test/jobs/large-copies.test.ts': 'short',
  'apps/server/test/jobs/selections.test.ts': 'short',
  'apps/server/test/rebuild/rebuild.test.ts': 'short',
  'apps/server/test/rights/rights-model.test.ts': 'short',
  'e2e/src/accessibility-modes.spec.ts': 'none',
  'e2e/src/accessibility-rtl.spec.ts': 'short',
  'e2e/src/accessibility.spec.ts': 'short',
  'e2e/src/account-screens.spec.ts': 'short',
  'e2e/src/audit/audit.spec.ts': 'short',
  'e2e/src/damage.spec.ts': 'short',
  'e2e/src/hosted-pages.spec.ts': 'short',
  'e2e/src/hosted-rtl.spec.ts': 'short',
  'e2e/src/kill-uploads.spec.ts': 'short',
  'e2e/src/kill.spec.ts': 'short',
  'e2e/src/links/edit-links.spec.ts': 'short',
  'e2e/src/links/guest-folder.spec.ts': 'short',
  'e2e/src/links/public-links.spec.ts': 'short',
  'e2e/src/notifications/notifications.spec.ts': 'short',
  'e2e/src/people.spec.ts': 'short',
  'e2e/src/people/admin-spaces.spec.ts': 'short',
  'e2e/src/people/administration.spec.ts': 'short',
  'e2e/src/people/invite-csv.spec.ts': 'short',
  'e2e/src/people/join-by-issuer.spec.ts': 'short',
  'e2e/src/people/overview.spec.ts': 'short',
  'e2e/src/preview/corpus/corpus.spec.ts': 'short',
  'e2e/src/preview/document-looks.spec.ts': 'short',
  'e2e/src/preview/hostile-files.spec.ts': 'short',
  'e2e/src/people/groups.spec.ts': 'short',
  'e2e/src/settings/settings.spec.ts': 'short',
  'e2e/src/sharing/access.spec.ts': 'short',
  'e2e/src/sharing/comments.spec.ts': 'short',
  'e2e/src/sharing/sharing.spec.ts': 'short',
  'e2e/src/sign-in-screens.spec.ts': 'short',
  'e2e/src/sign-in-walks.spec.ts': 'short',
  'e2e/src/spaces/team-space.spec.ts': 'short',
  'e2e/src/trash/trash-screens.spec.ts': 'short',
  'packages/object-store/src/tests/compatibility.test.ts': 'short',
  'packages/object-store/src/tests/corruption.test.ts': 'short',
  'packages/object-store/src/tests/crash.test.ts': 'short',
  'packages/object-store/src/tests/package.test.ts': 'none',
  'packages/object-store/src/tests/power-cut.test.ts': 'short',
  'packages/object-store/src/tests/store-strangers.test.ts': 'short',
  'packages/user-pool/src/clock.test.ts': 'none',
  'packages/user-pool/src/sign-in-runs.test.ts': 'short',
};

/** One worker runs many of these files without loading their modules anew, so none may replace a module. */
export const SHARED_WORKERS: readonly string[] = [
  'packages/{contracts,kit,sigv4,srp}/**/*.test.ts',
  'packages/user-pool/src/operations/**/*.test.ts',
  'apps/web/**/*.test.{ts,tsx}',
  'apps/server/src/features/{changes,content,files,groups,notifications,people,sharing,spaces,storage}/**/*.test.ts',
  'apps/server/src/features/links/{requests,tests}/**/*.test.ts',
];

export const TEST_FILE = /\.(?:test|spec)\.tsx?$/;

export function campaignFiles(folder: string): readonly string[] {
  return Object.keys(CAMPAIGNS).filter((path) => path.startsWith(folder));
}

export function campaignOnlyFiles(folder: string): readonly string[] {
  return campaignFiles(folder).filter((path) => CAMPAIGNS[path] === 'none');
}
