import { ok, type Result, systemClock } from '@coffer/kit';
import type { Log } from '../log.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase, type OpenError } from '../open-database.ts';
import { rotateAllKeys } from '../tokens/rotate-keys.ts';
import { reseal } from './reseal.ts';

export const COMMANDS = {
  /** The old keys sign for two more hours, and remain published while their tokens are valid. */
  'rotate-keys': async ({ database, vault }: OpenDatabase) => ({
    rotated: await rotateAllKeys({ db: database.db, vault, clock: systemClock }, 'overlap'),
  }),
  /** For stolen keys: removes the old keys at once, which invalidates every access token. */
  'withdraw-keys': async ({ database, vault }: OpenDatabase) => ({
    rotated: await rotateAllKeys({ db: database.db, vault, clock: systemClock }, 'withdraw'),
  }),
  /** Once `leftCount` is 0, `previousKeys` can be removed from the configuration. */
  reseal: async ({ database, vault }: OpenDatabase) => {
    const { count, leftCount } = await reseal({ db: database.db, vault });
    return { resealed: count, left: leftCount };
  },
} as const satisfies Record<string, (open: OpenDatabase) => Promise<object>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

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
