import { ok, type Result, systemClock } from '@coffer/kit';
import type { Log } from '../log.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase, type OpenError } from '../open-database.ts';
import { rotateAllKeys } from '../tokens/rotate-keys.ts';
import { reseal } from './reseal.ts';

/** What the process can be started for instead of serving; each ends by itself. */
export const COMMANDS = {
  /** New signing keys for every pool. The old ones sign for two more hours, and stay published as long as they matter. */
  'rotate-keys': async ({ database, vault }: OpenDatabase) => ({
    rotated: await rotateAllKeys({ db: database.db, vault, clock: systemClock }, 'overlap'),
  }),
  /** The same after a theft: the old keys are gone at once, and every access token with them. */
  'withdraw-keys': async ({ database, vault }: OpenDatabase) => ({
    rotated: await rotateAllKeys({ db: database.db, vault, clock: systemClock }, 'withdraw'),
  }),
  /** Every sealed value under `encryptionKey`; with nothing left over, `previousKeys` may go. */
  reseal: async ({ database, vault }: OpenDatabase) => {
    const { count, leftCount } = await reseal({ db: database.db, vault });
    return { resealed: count, left: leftCount };
  },
} as const satisfies Record<string, (open: OpenDatabase) => Promise<object>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** Runs one command over the database and ends. What comes back goes out as one line of JSON. */
export async function runCommand(
  name: CommandName,
  options: DatabaseOptions,
  log: Log,
): Promise<Result<object, OpenError>> {
  const opened = await openDatabase(options, log);
  if (!opened.ok) return opened;
  try {
    return ok(await COMMANDS[name](opened.value));
  } finally {
    await opened.value.database.close();
  }
}
