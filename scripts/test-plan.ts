// Listed files run at full size in `npm run test:campaigns`; `npm test` runs a short version or none.
import { CAMPAIGN_JOURNEYS } from './campaign-journeys.ts';
import { CAMPAIGN_UNITS } from './campaign-units.ts';

/** `short`: sized by `sized` of `@coffer/testing/campaign`. `none`: cannot be shortened. */
type InGate = 'short' | 'none';

export const CAMPAIGNS: Readonly<Record<string, InGate>> = {
  'apps/server/src/features/audit/tampering.test.ts': 'short',
  'apps/server/src/features/files/find/contents-cost.test.ts': 'none',
  'apps/server/src/features/files/find/name-filter.test.ts': 'short',
  'apps/server/src/features/files/find/search-cost.test.ts': 'none',
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
  'apps/server/test/groups/group-cost.test.ts': 'none',
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
  'e2e/src/broken-pool.spec.ts': 'none',
  'e2e/src/bundles.spec.ts': 'none',
  'e2e/src/bytes.spec.ts': 'short',
  'e2e/src/clients.spec.ts': 'none',
  'e2e/src/crash-recovery.spec.ts': 'none',
  'e2e/src/damage.spec.ts': 'none',
  'e2e/src/disk-full.spec.ts': 'none',
  'e2e/src/download-outage.spec.ts': 'none',
  'e2e/src/first-rows.spec.ts': 'none',
  'e2e/src/find/tags.spec.ts': 'short',
  'e2e/src/hosted-pages.spec.ts': 'short',
  'e2e/src/hosted-rtl.spec.ts': 'short',
  'e2e/src/journey.spec.ts': 'short',
  'e2e/src/kill-uploads.spec.ts': 'short',
  'e2e/src/kill.spec.ts': 'short',
  'e2e/src/links/edit-links.spec.ts': 'short',
  'e2e/src/links/guest-folder.spec.ts': 'short',
  'e2e/src/links/public-links.spec.ts': 'short',
  'e2e/src/media.spec.ts': 'none',
  'e2e/src/notifications/notifications.spec.ts': 'short',
  'e2e/src/operator.spec.ts': 'none',
  'e2e/src/outage.spec.ts': 'none',
  'e2e/src/people.spec.ts': 'short',
  'e2e/src/people/admin-spaces.spec.ts': 'short',
  'e2e/src/people/administration.spec.ts': 'short',
  'e2e/src/people/groups.spec.ts': 'short',
  'e2e/src/people/invite-csv.spec.ts': 'short',
  'e2e/src/people/join-by-issuer.spec.ts': 'short',
  'e2e/src/people/jobs.spec.ts': 'short',
  'e2e/src/people/overview.spec.ts': 'short',
  'e2e/src/preview/converter.spec.ts': 'none',
  'e2e/src/preview/corpus/corpus.spec.ts': 'short',
  'e2e/src/preview/document-looks.spec.ts': 'short',
  'e2e/src/preview/hostile-files.spec.ts': 'short',
  'e2e/src/preview/swipes.spec.ts': 'none',
  'e2e/src/preview/viewer-sharing.spec.ts': 'none',
  'e2e/src/rebuild.spec.ts': 'none',
  'e2e/src/relay.spec.ts': 'none',
  'e2e/src/second-device.spec.ts': 'none',
  'e2e/src/settings/branding.spec.ts': 'short',
  'e2e/src/settings/settings.spec.ts': 'short',
  'e2e/src/sharing/access.spec.ts': 'short',
  'e2e/src/sharing/access-requests.spec.ts': 'short',
  'e2e/src/sharing/comments.spec.ts': 'short',
  'e2e/src/sharing/sharing.spec.ts': 'short',
  'e2e/src/sign-in-screens.spec.ts': 'short',
  'e2e/src/sign-in-walks.spec.ts': 'short',
  'e2e/src/spaces/team-space.spec.ts': 'short',
  'e2e/src/spaces/bucket-import.spec.ts': 'short',
  'e2e/src/spaces/webhooks.spec.ts': 'short',
  'e2e/src/transfer-choices.spec.ts': 'none',
  'e2e/src/transfer-failures.spec.ts': 'none',
  'e2e/src/transfer-trees.spec.ts': 'short',
  'e2e/src/trash/trash-jobs.spec.ts': 'none',
  'e2e/src/trash/trash-screens.spec.ts': 'short',
  'e2e/src/trash/retention.spec.ts': 'short',
  'e2e/src/tree/many.spec.ts': 'none',
  'e2e/src/two-servers.spec.ts': 'none',
  'packages/object-store/src/tests/compatibility.test.ts': 'short',
  'packages/object-store/src/tests/corruption.test.ts': 'short',
  'packages/object-store/src/tests/crash.test.ts': 'short',
  'packages/object-store/src/tests/package.test.ts': 'none',
  'packages/object-store/src/tests/power-cut.test.ts': 'short',
  'packages/object-store/src/tests/store-strangers.test.ts': 'short',
  'packages/user-pool/src/attacks-challenges.test.ts': 'none',
  'packages/user-pool/src/attacks-proofs.test.ts': 'none',
  'packages/user-pool/src/attacks-tokens.test.ts': 'none',
  'packages/user-pool/src/clock.test.ts': 'none',
  'packages/user-pool/src/foreign-browser-clients.test.ts': 'none',
  'packages/user-pool/src/foreign-clients-devices.test.ts': 'none',
  'packages/user-pool/src/foreign-clients-passkeys.test.ts': 'none',
  'packages/user-pool/src/foreign-people.test.ts': 'none',
  'packages/user-pool/src/foreign-sign-in-identity.test.ts': 'none',
  'packages/user-pool/src/hosted/attacks-codes.test.ts': 'none',
  'packages/user-pool/src/sign-in-runs.test.ts': 'short',
  'packages/user-pool/src/srp/foreign-arithmetic.test.ts': 'none',
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

/** Files of which the gate leaves out single tests run whole: a test may build on those before it. */
export function campaignFiles(folder: string): readonly string[] {
  const files = [CAMPAIGNS, CAMPAIGN_UNITS, CAMPAIGN_JOURNEYS].flatMap((list) => Object.keys(list));
  return [...new Set(files)].filter((path) => path.startsWith(folder));
}

export function campaignOnlyFiles(folder: string): readonly string[] {
  return campaignFiles(folder).filter((path) => CAMPAIGNS[path] === 'none');
}

/** For `grepInvert` of Playwright, which sees the path from `testDir`, groups and title. */
export function campaignJourneys(): readonly RegExp[] {
  return Object.entries(CAMPAIGN_JOURNEYS).flatMap(([path, titles]) => {
    const file = path.replace(/^e2e\/src\//, '');
    return titles.map((title) => new RegExp(`(?:^| )${literally(`${file} ${title}`)}(?: |$)`, 'u'));
  });
}

/** For `testNamePattern` of Vitest, which sees groups and title. */
export function gateUnits(): RegExp {
  const titles = Object.values(CAMPAIGN_UNITS)
    .flat()
    .map((title) => literally(title))
    .join('|');
  return new RegExp(`^(?!(?:.* )?(?:${titles})$)`, 'u');
}

export function isCampaignUnit(fullName: string): boolean {
  return !gateUnits().test(fullName);
}

export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
