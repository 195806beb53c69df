import type { Command } from './command.ts';

/** Commands for the operator of a server, implemented in `apps/server/bin/coffer.js`. */
export const SERVER_COMMANDS: readonly string[] = ['start', 'doctor', 'people', 'rebuild', 'verify', 'audit'];

/** Each command is loaded when it runs. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'sign-in': async () => (await import('./commands/sign-in.ts')).signIn,
  'sign-out': async () => (await import('./commands/sign-in.ts')).signOut,
  whoami: async () => (await import('./commands/sign-in.ts')).whoAmI,
  ls: async () => (await import('./commands/list.ts')).list,
  get: async () => (await import('./commands/get.ts')).get,
  put: async () => (await import('./commands/put.ts')).put,
  sync: async () => (await import('./commands/sync.ts')).sync,
  mkdir: async () => (await import('./commands/change.ts')).mkdir,
  mv: async () => (await import('./commands/change.ts')).mv,
  cp: async () => (await import('./commands/change.ts')).cp,
  rm: async () => (await import('./commands/change.ts')).rm,
  find: async () => (await import('./commands/find.ts')).find,
  share: async () => (await import('./commands/share.ts')).share,
  link: async () => (await import('./commands/share.ts')).link,
  receipt: async () => (await import('./commands/receipt.ts')).receipt,
  admin: async () => (await import('./commands/admin.ts')).admin,
};

export const USAGE = `Usage: coffer COMMAND

  sign-in URL             keep an API token of a Coffer; make one in its settings, at "API tokens"
  sign-out                forget it
  whoami                  whose token it is, what it may do and until when

  ls [PATH]               list spaces, or a folder
  get PATH [DEST]         download a file, or a folder with everything in it
  put FILE... PATH        upload files and folders
  sync LOCAL PATH         make a folder of Coffer like one of this disk; --down: the other way
  mkdir PATH              create a folder
  mv PATH... TARGET       move or rename
  cp PATH... TARGET       copy within Coffer
  rm PATH...              move to the trash
  find WORDS              find by name, or by content
  share PATH              share with people
  link PATH               create a public link
  receipt PATH            print the signed receipt of a file
  admin people|spaces     list them, for administrators

On the machine of a server:
  start, doctor           run it; say what would keep it from running
  people, rebuild         accounts without a screen; a database from the bucket
  verify, audit verify    hold a file against its receipt, an export of the audit trail against itself

A PATH begins at a space: "Personal/Reports/2026.pdf". "coffer ls" lists the spaces.
"coffer COMMAND --help" explains one. All take --json (results for scripts) and --quiet.
Exit codes: 0 done, 1 failed, 3 conflicts left alone, 64 wrong arguments, 69 unreachable, 77 not signed in, 130 stopped.`;
