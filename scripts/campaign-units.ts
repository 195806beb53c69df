/**
 * Single tests that `npm test` leaves to the campaigns, by title or by the title of their group: kills, crashes, attacks,
 * hostile files and clients, other clients, full sizes.
 */
export const CAMPAIGN_UNITS: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/features/documents/read-documents.test.ts': ['hostile and very large files fail alone'],
  'apps/server/src/features/files/move/concurrent-moves.test.ts': [
    'concurrent moves, renames and deletions leave a tree without cycle, lost node or duplicate name (seed 2)',
    'concurrent moves, renames and deletions leave a tree without cycle, lost node or duplicate name (seed 3)',
  ],
  'apps/server/src/features/links/tests/passwords.test.ts': ['right passwords do not count as attempts'],
  'apps/server/src/features/renditions/renditions.test.ts': [
    'damaged and hostile files have no thumbnail, and the next picture does',
  ],
  'apps/server/src/features/uploads/upload-crashes.test.ts': [
    'a crash after head is resolved at the next start, and by a retry',
    'a crash after listParts is resolved at the next start, and by a retry',
  ],
  'apps/server/src/main.test.ts': [
    'an unavailable database is reported without its password',
    'the doctor tries a first start, finds the taken port, and leaves nothing behind',
  ],
  'apps/server/src/platform/db/connect.test.ts': [
    'closing a database lets the running transaction end, and rejects all others',
  ],
  'apps/server/src/platform/pictures/thumbnailer.test.ts': [
    'a picture that needs more memory than allowed is refused',
  ],
  'apps/server/src/platform/texts/text-reader.test.ts': [
    'broken and hostile files end as unreadable or with little text, and the next is read',
  ],
  'apps/server/src/run/unsigned-store.test.ts': [
    'where it is allowed, a running application and its doctor warn of it',
  ],
  'apps/server/test/copy/hostile.test.ts': [
    'while files are copied and deleted from all sides, no object is lost and none is left over',
  ],
  'apps/server/test/jobs/parted-jobs.test.ts': [
    "an item over the other space's quota stays behind, also on the way back",
  ],
  'apps/server/test/jobs/selections.test.ts': [
    'thousands go on after the answer, are there for another server, and stop where they are cancelled',
  ],
  'apps/server/test/moves/between-spaces.test.ts': [
    "the other space's quota is checked before anything moves, and a large move becomes a job",
  ],
  'apps/server/test/rebuild/journal-writers.test.ts': [
    'a database that was restored from a backup writes the journal that counts',
  ],
  'apps/server/test/rebuild/rebuild.test.ts': ['a change that is committed late is in a later segment'],
  'packages/embedded-postgres/src/binaries.test.ts': [
    'programs below a closed folder are copied to a place that the account reaches (needs root)',
    'missing links between library names are made',
  ],
  'packages/embedded-postgres/src/start-embedded-postgres.test.ts': [
    'an interrupted first start begins again',
    'the server ends when its parent is killed, and a new parent finds the data',
  ],
  'packages/object-store/src/bin.test.ts': ['a failed start is reported in one line'],
  'packages/object-store/src/disk/packs/packs.test.ts': [
    '200 flipped bits anywhere in a pack are all detected, and no wrong byte is returned',
    'parallel removals, overwrites and bundles have the same result as sequential ones',
  ],
  'packages/object-store/src/tests/aws-cli.test.ts': [
    'aws s3 uploads and downloads a large file, lists it, and removes it',
    'aws s3 presign creates a URL that works without credentials',
  ],
  'packages/object-store/src/tests/power-cut.test.ts': [
    'a power cut loses no acknowledged write, and without syncs it would (needs root, loop devices, XFS and strace)',
  ],
  'packages/object-store/src/tests/store-slow-bodies.test.ts': [
    'a response that waits behind another on its connection does not count as slow',
    'an unread response frees its slot, and one that is read slowly arrives',
    'a slow disk of the store does not count against the client',
    'a sender at the minimum rate may take any time',
  ],
  'packages/srp/src/srp.test.ts': ['the key agrees with the client library of Amazon on 36 random rounds'],
  'packages/testing/src/coffer-process.test.ts': ['the application stops when its parent process ends'],
  'packages/user-pool/src/delivery/sender.test.ts': [
    'two processes send each message once',
    'a message of a process that died is sent by another one',
  ],
  'packages/user-pool/src/foreign-clients-setup.test.ts': [
    'the AWS CLI creates a pool, a client and a group',
  ],
  'packages/user-pool/src/hosted/oauth/token-limits.test.ts': [
    'guesses at refresh tokens of another client from one network are delayed increasingly, and a correct one is accepted',
    'guesses at refresh tokens from one network are delayed increasingly, and a correct one is accepted',
  ],
  'packages/user-pool/src/serve.test.ts': ['a problem at the start is reported on one line'],
  'packages/user-pool/src/sign-in-runs.test.ts': [
    'the process can be killed between any two steps of a sign-in',
    'a clock set back by minutes ends only sign-ins by authenticator, whose codes look used',
    'a clock that jumps ahead by less than the Session lifetime, and back, ends no sign-in',
  ],
  'packages/user-pool/src/start.test.ts': [
    'after a process is killed, the next one completes the sign-in and accepts the tokens',
    'six processes that start concurrently create one schema and one pair of keys',
  ],
  'packages/user-pool/src/tokens/rotate-keys.test.ts': [
    'old keys are replaced once, also with several processes',
  ],
};
