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
};
