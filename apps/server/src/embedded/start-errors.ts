import { MIB } from '@coffer/kit';

/** What may keep Coffer from starting, and the facts that belong to each. */
interface StartErrorFacts {
  config_invalid: { readonly issues: readonly { readonly name: string; readonly message: string }[] };
  data_not_writable: { readonly folder: string; readonly reason: string };
  data_foreign: { readonly folder: string; readonly found: string };
  data_locked: { readonly folder: string };
  data_newer: { readonly folder: string; readonly found: number; readonly known: number };
  data_damaged: { readonly folder: string; readonly file: string };
  disk_full: { readonly folder: string; readonly freeBytes: number; readonly neededBytes: number };
  /** `setting` is the variable that moves it elsewhere. */
  port_taken: { readonly port: number; readonly setting: string };
  database_missing: { readonly reason: string };
  database_other_version: { readonly dataMajor: number; readonly serverMajor: number };
  database_failed: { readonly reason: string };
  database_unreachable: { readonly reason: string };
  schema_newer: { readonly unknown: readonly string[] };
  pool_failed: { readonly reason: string };
  store_failed: { readonly reason: string };
  /** `diagnosis` is the store's own code, such as `AccessDenied`, or `unreachable`. */
  store_unusable: { readonly diagnosis: string };
}

type StartErrorCode = keyof StartErrorFacts;
type StartErrorOf<Code extends StartErrorCode> = {
  readonly [C in Code]: { readonly code: C } & StartErrorFacts[C];
}[Code];

/** Why Coffer did not start, as a value. `describeStartError` has the words, `exitCodeOf` the exit code. */
export type StartError = StartErrorOf<StartErrorCode>;

interface StartErrorEntry<Code extends StartErrorCode> {
  /** Where one fits after BSD's sysexits.h. A service manager may tell them apart: none is used twice. */
  readonly exitCode: number;
  readonly what: (error: StartErrorOf<Code>) => string;
  readonly remedy: string;
}

const OWN_WORDS = 'The log above has its own words.';

/** The reader is an operator at a terminal: each entry says what happened and what to do. */
const START_ERRORS: { readonly [Code in StartErrorCode]: StartErrorEntry<Code> } = {
  config_invalid: {
    exitCode: 78,
    what: ({ issues }) =>
      `The settings are not right:\n${issues.map(({ name, message }) => `  - ${name} ${message}`).join('\n')}`,
    remedy: 'Correct them and start again.',
  },
  data_not_writable: {
    exitCode: 73,
    what: ({ folder, reason }) => `Coffer cannot write to its data folder ${folder} (${reason}).`,
    remedy:
      'Give the account that runs Coffer the right to write there, or set COFFER_DATA to another folder.',
  },
  data_foreign: {
    exitCode: 66,
    what: ({ folder, found }) =>
      `The data folder ${folder} holds something that is not Coffer's ("${found}").`,
    remedy: 'Set COFFER_DATA to an empty folder, or to one that does not exist yet.',
  },
  data_locked: {
    exitCode: 75,
    what: ({ folder }) => `Another Coffer already works on the data folder ${folder}.`,
    remedy: 'Stop that one first, or set COFFER_DATA to another folder.',
  },
  data_newer: {
    exitCode: 76,
    what: ({ folder, found, known }) =>
      `The data in ${folder} was written by a newer version of Coffer (format ${found}; this version knows ${known}).`,
    remedy:
      'Nothing was changed. Install the newer version again, or restore a backup that this version made.',
  },
  data_damaged: {
    exitCode: 65,
    what: ({ folder, file }) => `The file ${file} in ${folder} is missing or unreadable.`,
    remedy:
      'Without it the stored data cannot be opened. Nothing was changed. Restore that file from a backup.',
  },
  disk_full: {
    exitCode: 74,
    what: ({ folder, freeBytes, neededBytes }) =>
      `The disk of ${folder} has ${Math.floor(freeBytes / MIB)} MiB left; Coffer needs ${Math.ceil(neededBytes / MIB)} MiB to start.`,
    remedy: 'Free some space, or set COFFER_DATA to a folder on another disk.',
  },
  port_taken: {
    exitCode: 69,
    what: ({ port, setting }) => `Port ${port} (${setting}) is already in use by another program.`,
    remedy: 'Stop that program, or choose another port.',
  },
  database_missing: {
    exitCode: 72,
    what: ({ reason }) => `There is no PostgreSQL to start: ${reason}.`,
    remedy:
      'Set DATABASE_URL to the address of a PostgreSQL server, or COFFER_PG_BIN to the folder with its programs (postgres, initdb).',
  },
  database_other_version: {
    exitCode: 77,
    what: ({ dataMajor, serverMajor }) =>
      `The database was made by PostgreSQL ${dataMajor}; the one at hand is PostgreSQL ${serverMajor}, which cannot read it.`,
    remedy:
      'Nothing was changed. Set COFFER_PG_BIN to the folder with the programs of the version that made it.',
  },
  database_failed: {
    exitCode: 70,
    what: ({ reason }) => `The embedded PostgreSQL did not start: ${reason}.`,
    remedy: OWN_WORDS,
  },
  database_unreachable: {
    exitCode: 68,
    what: ({ reason }) => `The database that DATABASE_URL names does not answer: ${reason}.`,
    remedy: 'Check the address, the account and the network.',
  },
  schema_newer: {
    exitCode: 79,
    what: ({ unknown }) =>
      `The database was changed by a newer version of Coffer (this version does not know ${unknown.join(', ')}).`,
    remedy:
      'Nothing was changed. Install the newer version again, or restore a backup that this version made.',
  },
  pool_failed: {
    exitCode: 67,
    what: ({ reason }) => `The embedded user pool did not start: ${reason}.`,
    remedy: OWN_WORDS,
  },
  store_failed: {
    exitCode: 71,
    what: ({ reason }) => `The embedded object store did not start: ${reason}.`,
    remedy: OWN_WORDS,
  },
  store_unusable: {
    exitCode: 80,
    what: ({ diagnosis }) => `The object store that COFFER_S3_ENDPOINT names cannot be used: ${diagnosis}.`,
    remedy: 'Check the address, the bucket, the key and its rights. `npm run doctor` tells more.',
  },
};

export function exitCodeOf(error: StartError): number {
  return START_ERRORS[error.code].exitCode;
}

/** What happened and what to do, in plain words. Holds no secret: settings are named, their values are not shown. */
export function describeStartError<Code extends StartErrorCode>(error: StartErrorOf<Code>): string {
  const { what, remedy } = START_ERRORS[error.code];
  return `${what(error)}\n${remedy}`;
}
