import type { Migration } from 'kysely/migration';
import { createUserPool } from './202611210000-create-user-pool.ts';
import { widenAccount } from './202611210100-widen-account.ts';
import { addSetUp } from './202611210200-add-set-up.ts';
import { indexSessions } from './202611210210-index-sessions.ts';
import { keepCodes } from './202611210300-keep-codes.ts';
import { widenSignIn } from './202611210400-widen-sign-in.ts';
import { addPasskeysAndDevices } from './202611210500-add-passkeys-and-devices.ts';
import { createHostedTables } from './202611210600-create-hosted-tables.ts';
import { unlogSrpChallenges } from './202611211000-unlog-srp-challenges.ts';
import { lightenSrpChallenges } from './202611221000-lighten-srp-challenges.ts';

/** Applied in the order of their names. Never edit a released migration. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '202611210000-create-user-pool': createUserPool,
  '202611210100-widen-account': widenAccount,
  '202611210200-add-set-up': addSetUp,
  '202611210210-index-sessions': indexSessions,
  '202611210300-keep-codes': keepCodes,
  '202611210400-widen-sign-in': widenSignIn,
  '202611210500-add-passkeys-and-devices': addPasskeysAndDevices,
  '202611210600-create-hosted-tables': createHostedTables,
  '202611211000-unlog-srp-challenges': unlogSrpChallenges,
  '202611221000-lighten-srp-challenges': lightenSrpChallenges,
};
