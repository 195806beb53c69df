import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@coffer/kit';
import type { Role } from '../../features/people/index.ts';

export type PeopleCommand =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly isJson: boolean }
  | {
      readonly name: 'invite';
      readonly email: string;
      readonly personName: string;
      readonly role: Role;
      readonly isJson: boolean;
    }
  | { readonly name: 'withdraw'; readonly email: string }
  | { readonly name: 'reset-password'; readonly who: string; readonly isJson: boolean }
  | { readonly name: 'reset-factors' | 'disable' | 'enable'; readonly who: string }
  | { readonly name: 'change-role'; readonly who: string; readonly role: Role }
  | { readonly name: 'hand-over'; readonly who: string; readonly to: string };

export const USAGE = `Usage: coffer people COMMAND

  list [--json]                     everybody, and who is invited
  invite ADDRESS [--name NAME] [--role ROLE] [--json]
                                    a one-time link to join, good for 7 days; no mail is needed
  withdraw ADDRESS                  make an unused invitation worthless
  reset-password WHO [--json]       a one-time link to choose a new password, good for 24 hours
  reset-factors WHO                 switch the second factors off, and void the recovery codes
  make-administrator WHO            let somebody administer this Coffer
  make-auditor WHO                  let somebody look at its storage and change nothing
  make-member WHO                   take either of these away
  disable WHO                       sign somebody out everywhere, and keep them out
  enable WHO                        let them in again
  hand-over WHO --to WHOM           give the files of somebody, also of a deleted account, to somebody else

WHO is an e-mail address, a user name or an id. ROLE is member, auditor or administrator.
Run it on the server's machine, with the settings and the account of the server, whether that runs or not.
Exit codes: 0 done, 1 a bug, 2 refused and nothing changed, 64 wrong arguments; others as for a start.`;

const ROLE_COMMANDS: Readonly<Record<string, Role>> = {
  'make-administrator': 'administrator',
  'make-auditor': 'auditor',
  'make-member': 'member',
};
const COMMANDS = new Set([
  ...Object.keys(ROLE_COMMANDS),
  'list',
  'invite',
  'withdraw',
  'reset-password',
  'reset-factors',
  'disable',
  'enable',
  'hand-over',
]);
const ROLES: readonly Role[] = ['member', 'auditor', 'administrator'];

type Parsed = Result<PeopleCommand, string>;

export function parsePeopleArguments(args: readonly string[]): Parsed {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        name: { type: 'string' },
        role: { type: 'string' },
        to: { type: 'string' },
      },
    });
    if (values.help || positionals[0] === 'help') return ok({ name: 'help' });
    return commandOf(positionals, values);
  } catch (error) {
    // `parseArgs` throws this for an unknown option or a missing value.
    if (error instanceof TypeError) return err(error.message);
    throw error;
  }
}

interface Options {
  readonly json: boolean;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  readonly to?: string | undefined;
}

function commandOf(positionals: readonly string[], options: Options): Parsed {
  const [name = '', who, ...more] = positionals;
  if (name === '') return err('A command is missing.');
  if (!COMMANDS.has(name)) return err(`There is no command "${name}".`);
  const wrong = misplaced(name, options);
  if (wrong !== undefined) return err(wrong);
  if (name === 'list') return who === undefined ? ok({ name, isJson: options.json }) : tooMany(who);
  if (who === undefined || who.trim() === '') return err(missing(name));
  if (more[0] !== undefined) return tooMany(more[0]);
  const role = ROLE_COMMANDS[name];
  if (role !== undefined) return ok({ name: 'change-role', who, role });
  switch (name) {
    case 'invite':
      return invitation(who, options);
    case 'withdraw':
      return ok({ name, email: who });
    case 'reset-password':
      return ok({ name, who, isJson: options.json });
    case 'reset-factors':
    case 'disable':
    case 'enable':
      return ok({ name, who });
    case 'hand-over':
      return options.to === undefined ? err('hand-over needs --to WHOM.') : ok({ name, who, to: options.to });
    default:
      return err(`There is no command "${name}".`);
  }
}

function invitation(email: string, { json, name = '', role: given = 'member' }: Options): Parsed {
  const role = ROLES.find((known) => known === given);
  if (role === undefined) return err(`--role is one of ${ROLES.join(', ')}.`);
  return ok({ name: 'invite', email, personName: name, role, isJson: json });
}

const OPTIONS_OF: Readonly<Record<string, readonly (keyof Options)[]>> = {
  list: ['json'],
  invite: ['json', 'name', 'role'],
  'reset-password': ['json'],
  'hand-over': ['to'],
};

/** Rejects an option that this command ignores. */
function misplaced(name: string, options: Options): string | undefined {
  const given = (['json', 'name', 'role', 'to'] as const).filter(
    (option) => options[option] !== undefined && options[option] !== false,
  );
  const wrong = given.find((option) => !(OPTIONS_OF[name] ?? []).includes(option));
  return wrong === undefined ? undefined : `${name} takes no --${wrong}.`;
}

function missing(name: string): string {
  return name === 'invite' || name === 'withdraw' ? `${name} needs an ADDRESS.` : `${name} needs a WHO.`;
}

function tooMany(argument: string): Parsed {
  return err(`"${argument}" is one argument too many.`);
}
