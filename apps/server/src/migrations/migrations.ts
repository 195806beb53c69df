import type { Migration } from 'kysely/migration';
import * as createFoundation from './202611210300-create-foundation.ts';
import * as countHeldBytes from './202611211000-count-held-bytes.ts';
import * as admitIssuers from './202611211100-admit-issuers.ts';
import * as keepRecoveryCodes from './202611211200-keep-recovery-codes.ts';
import * as addStorageCare from './202611211300-add-storage-care.ts';
import * as followSignOuts from './202611211700-follow-sign-outs.ts';
import * as keepAccountDetails from './202611211800-keep-account-details.ts';
import * as keepPictures from './202611211900-keep-pictures.ts';
import * as checkSessions from './202611221000-check-sessions.ts';
import * as indexChildren from './202611221400-index-children.ts';
import * as lightenIndexes from './202611221500-lighten-indexes.ts';
import * as checkLess from './202611221700-check-less-for-each-file.ts';
import * as letJobsAct from './202611230030-let-jobs-act.ts';
import * as keepContentSha256 from './202611230815-keep-content-sha256.ts';
import * as addOneTimeLinks from './202611230830-add-one-time-links.ts';
import * as freePurgedRoom from './202611231530-free-purged-room.ts';
import * as countChildren from './202611231545-count-children.ts';
import * as addTeamSpaces from './202611231620-add-team-spaces.ts';
import * as searchNames from './202611231625-search-names.ts';
import * as countLevels from './202611231630-count-levels.ts';
import * as addPublicLinks from './202611232000-add-public-links.ts';
import * as announceChanges from './202611232020-announce-changes.ts';
import * as addRenditions from './202611232030-add-renditions.ts';
import * as addGrants from './202611232010-add-grants.ts';
import * as addStars from './202611232050-add-stars.ts';
import * as copyByReference from './202611241500-copy-by-reference.ts';
import * as keepSeenVersion from './202611241500-keep-seen-version.ts';
import * as addGroups from './202611241510-add-groups.ts';
import * as addFileRequests from './202611241520-add-file-requests.ts';
import * as addCountedDownloads from './202611252130-add-counted-downloads.ts';
import * as keepLinkRevocations from './202611252135-keep-link-revocations.ts';
import * as addNotifications from './202611241530-add-notifications.ts';
import * as addAudit from './202611252110-add-audit.ts';
import * as addSettings from './202611252120-add-settings.ts';
import * as addJobs from './202611252100-add-jobs.ts';
import * as moveBetweenSpaces from './202611252105-move-between-spaces.ts';
import * as addMail from './202611252125-add-mail.ts';
import * as actOnSelections from './202611260040-act-on-selections.ts';
import * as addConversions from './202611260060-add-conversions.ts';
import * as countJobTries from './202611260100-count-job-tries.ts';
import * as restoreFolders from './202611260110-restore-folders.ts';
import * as keepLeftFiles from './202611260130-keep-left-files.ts';
import * as addFileEditLinks from './202611260300-add-file-edit-links.ts';
import * as deleteAccountsLater from './202611260301-delete-accounts-later.ts';
import * as keepUseByDay from './202611260302-keep-use-by-day.ts';
import * as sortTrash from './202611261201-sort-trash.ts';
import * as nameOrphanObjects from './202611261211-name-orphan-objects.ts';
import * as addThumbHashes from './202611261301-add-thumb-hashes.ts';
import * as labelVersions from './202611252140-label-versions.ts';
import * as addViewings from './202611260010-add-viewings.ts';
import * as nameGuests from './202611260021-name-guests.ts';
import * as addLinkKinds from './202611260020-add-link-kinds.ts';
import * as addInvitationTerms from './202611260030-add-invitation-terms.ts';
import * as indexEvents from './202611232040-index-events.ts';
import * as addComments from './202611261321-add-comments.ts';

/** All migrations by name, in the order of their names. A test holds this list against the folder. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '202611210300-create-foundation': createFoundation,
  '202611211000-count-held-bytes': countHeldBytes,
  '202611211100-admit-issuers': admitIssuers,
  '202611211200-keep-recovery-codes': keepRecoveryCodes,
  '202611211300-add-storage-care': addStorageCare,
  '202611211700-follow-sign-outs': followSignOuts,
  '202611211800-keep-account-details': keepAccountDetails,
  '202611211900-keep-pictures': keepPictures,
  '202611221000-check-sessions': checkSessions,
  '202611221400-index-children': indexChildren,
  '202611221500-lighten-indexes': lightenIndexes,
  '202611221700-check-less-for-each-file': checkLess,
  '202611230030-let-jobs-act': letJobsAct,
  '202611230815-keep-content-sha256': keepContentSha256,
  '202611230830-add-one-time-links': addOneTimeLinks,
  '202611231530-free-purged-room': freePurgedRoom,
  '202611231545-count-children': countChildren,
  '202611231620-add-team-spaces': addTeamSpaces,
  '202611231625-search-names': searchNames,
  '202611231630-count-levels': countLevels,
  '202611232000-add-public-links': addPublicLinks,
  '202611232010-add-grants': addGrants,
  '202611232020-announce-changes': announceChanges,
  '202611232030-add-renditions': addRenditions,
  '202611232040-index-events': indexEvents,
  '202611232050-add-stars': addStars,
  '202611241500-copy-by-reference': copyByReference,
  '202611241500-keep-seen-version': keepSeenVersion,
  '202611241510-add-groups': addGroups,
  '202611241520-add-file-requests': addFileRequests,
  '202611241530-add-notifications': addNotifications,
  '202611252100-add-jobs': addJobs,
  '202611252105-move-between-spaces': moveBetweenSpaces,
  '202611252110-add-audit': addAudit,
  '202611252120-add-settings': addSettings,
  '202611252125-add-mail': addMail,
  '202611252130-add-counted-downloads': addCountedDownloads,
  '202611252135-keep-link-revocations': keepLinkRevocations,
  '202611252140-label-versions': labelVersions,
  '202611260010-add-viewings': addViewings,
  '202611260020-add-link-kinds': addLinkKinds,
  '202611260021-name-guests': nameGuests,
  '202611260030-add-invitation-terms': addInvitationTerms,
  '202611260040-act-on-selections': actOnSelections,
  '202611260060-add-conversions': addConversions,
  '202611260100-count-job-tries': countJobTries,
  '202611260110-restore-folders': restoreFolders,
  '202611260130-keep-left-files': keepLeftFiles,
  '202611260300-add-file-edit-links': addFileEditLinks,
  '202611260301-delete-accounts-later': deleteAccountsLater,
  '202611260302-keep-use-by-day': keepUseByDay,
  '202611261201-sort-trash': sortTrash,
  '202611261211-name-orphan-objects': nameOrphanObjects,
  '202611261301-add-thumb-hashes': addThumbHashes,
  '202611261321-add-comments': addComments,
};
