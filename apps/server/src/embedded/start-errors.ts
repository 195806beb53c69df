import { MIB } from '@coffer/kit';

interface StartErrorFacts {
  config_invalid: { readonly issues: readonly { readonly name: string; readonly message: string }[] };
  /** `account` is set where the folder was ours, and another account has taken files in it. */
  data_not_writable: {
    readonly folder: string;
    readonly reason: string;
    readonly account?: string | undefined;
  };
  data_of_other_account: { readonly folder: string; readonly owner: number; readonly own: number };
  data_not_private: { readonly folder: string };
  data_foreign: { readonly folder: string; readonly found: string };
  data_locked: { readonly folder: string };
  data_newer: { readonly folder: string; readonly found: number; readonly known: number };
  data_damaged: { readonly folder: string; readonly file: string };
  disk_full: { readonly folder: string; readonly freeBytes: number; readonly neededBytes: number };
  /** `setting` is the variable that changes the port. */
  port_taken: { readonly port: number; readonly setting: string };
  database_missing: { readonly reason: string };
  database_other_version: { readonly dataMajor: number; readonly serverMajor: number };
  database_failed: { readonly reason: string };
  database_unreachable: { readonly reason: string };
  database_too_old: { readonly version: string; readonly majorMin: number };
  schema_newer: { readonly unknown: readonly string[] };
  extension_missing: { readonly reason: string };
  pool_failed: { readonly reason: string };
  store_failed: { readonly reason: string };
  /** `diagnosis` is the store's own code, such as `AccessDenied`, or `unreachable`. */
  store_unusable: { readonly diagnosis: string };
  /** The store accepts requests with a wrong signature. */
  store_unsigned: object;
}

type StartErrorCode = keyof StartErrorFacts;
type StartErrorOf<Code extends StartErrorCode> = {
  readonly [C in Code]: { readonly code: C } & StartErrorFacts[C];
}[Code];

/** Why Coffer did not start. See `describeStartError` and `exitCodeOf`. */
export type StartError = StartErrorOf<StartErrorCode>;

interface StartErrorEntry<Code extends StartErrorCode> {
  /** Unique per error, so that a service manager can tell them apart. Follows BSD's sysexits.h where possible. */
  readonly exitCode: number;
  readonly what: (error: StartErrorOf<Code>) => string;
  readonly remedy: string | ((error: StartErrorOf<Code>) => string);
}

const OWN_WORDS = 'See the log above for the cause.';

/** Each item tells the operator what happened and what to do. */
const START_ERRORS: { readonly [Code in StartErrorCode]: StartErrorEntry<Code> } = {
  config_invalid: {
    exitCode: 78,
    what: ({ issues }) =>
      `The configuration is invalid:\n${issues.map(({ name, message }) => `  - ${name} ${message}`).join('\n')}`,
    remedy: 'Correct them and start again.',
  },
  data_not_writable: {
    exitCode: 73,
    what: ({ folder, reason }) => `Coffer cannot write to its data folder ${folder} (${reason}).`,
    remedy: ({ folder, account }) =>
      account === undefined
        ? 'Give the account that runs Coffer the right to write there, or set COFFER_DATA to another folder.'
        : `Another account, such as root, has started Coffer there. Give the files back (as root: chown -R ${account} ${quoted(folder)}).`,
  },
  data_of_other_account: {
    exitCode: 84,
    what: ({ folder, owner, own }) =>
      `The data folder ${folder} belongs to the account with the id ${owner}, which runs Coffer there, and this is ${nameOf(own)}.`,
    remedy: ({ folder, own }) =>
      `Nothing was changed. Start Coffer as that account, or give the folder to this one first (chown -R ${own} ${quoted(folder)}).`,
  },
  data_not_private: {
    exitCode: 81,
    what: ({ folder }) =>
      `Every account of this machine may write to the data folder ${folder}, and it belongs to another account.`,
    remedy: 'Restrict it with chmod 700, or set COFFER_DATA to a folder of the account that runs Coffer.',
  },
  data_foreign: {
    exitCode: 66,
    what: ({ folder, found }) =>
      `The data folder ${folder} holds something that is not Coffer's ("${found}").`,
    remedy: 'Set COFFER_DATA to an empty folder, or to one that does not exist yet.',
  },
  data_locked: {
    exitCode: 75,
    what: ({ folder }) => `Another Coffer process already uses the data folder ${folder}.`,
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
      `The database was made by PostgreSQL ${dataMajor}; the installed version is PostgreSQL ${serverMajor}, which cannot read it.`,
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
    what: ({ reason }) => `The database that DATABASE_URL names is not responding: ${reason}.`,
    remedy: 'Check the address, the account and the network.',
  },
  database_too_old: {
    exitCode: 85,
    what: ({ version, majorMin }) => `PostgreSQL ${version} is older than ${majorMin}.`,
    remedy: ({ majorMin }) =>
      `Set DATABASE_URL to the address of PostgreSQL ${majorMin} or newer, or update that server.`,
  },
  schema_newer: {
    exitCode: 79,
    what: ({ unknown }) =>
      `The database was changed by a newer version of Coffer (this version does not know ${unknown.join(', ')}).`,
    remedy:
      'Nothing was changed. Install the newer version again, or restore a backup that this version made.',
  },
  extension_missing: {
    exitCode: 83,
    what: ({ reason }) => `The database lacks an extension that the search needs: ${reason}.`,
    remedy:
      'Nothing was changed. Let an administrator of the database install and create the extensions pg_trgm and btree_gin, which come with PostgreSQL, and start again.',
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
    remedy: 'Check the address, the bucket, the key and its rights. Run `npm run doctor` for details.',
  },
  store_unsigned: {
    exitCode: 82,
    what: () =>
      'The object store that COFFER_S3_ENDPOINT names accepts requests with a wrong signature: anyone who reaches it can read and change every file.',
    remedy:
      'Turn on authentication in the store. To run without it anyway, set COFFER_ALLOW_UNSIGNED_STORE=anyone-can-read-and-change-files.',
  },
};

export function exitCodeOf(error: StartError): number {
  return START_ERRORS[error.code].exitCode;
}

/** Contains no secret: settings are named, their values are not shown. */
export function describeStartError<Code extends StartErrorCode>(error: StartErrorOf<Code>): string {
  const { what, remedy } = START_ERRORS[error.code];
  return `${what(error)}\n${typeof remedy === 'string' ? remedy : remedy(error)}`;
}

export function nameOf(account: number): string {
  return account === 0 ? 'root' : `the account with the id ${account}`;
}

/** For a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
