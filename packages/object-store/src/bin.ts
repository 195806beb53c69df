#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { runAsChild } from './bin/child.ts';
import { failUnexpectedly, refuse } from './bin/process.ts';
import { scrubFolder } from './bin/scrub-folder.ts';
import { serve } from './bin/serve.ts';

const USAGE = `coffer-object-store serve FOLDER [--port 9000] [--host 127.0.0.1] [--region us-east-1]
                    [--bucket NAME]... [--origin URL]... [--config FILE] [--verbose]
coffer-object-store scrub FOLDER [--budget MIB_PER_SECOND] [--json]
coffer-object-store            a line of JSON on standard input configures it; for other programs`;

/** Runs the store as a process: for a user (`serve`, `scrub`), or without arguments as the child of another program. */
async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  if (command === undefined) return runAsChild();
  if (command === 'serve') return serveFrom(rest);
  if (command === 'scrub') return scrubFrom(rest);
  const isHelp = command === 'help' || command === '--help' || command === '-h';
  if (!isHelp) return refuse('config_invalid', `There is no command ${JSON.stringify(command)}.\n${USAGE}`);
  process.stdout.write(`${USAGE}\n`);
}

async function serveFrom(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const parsed = parse(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        host: text,
        port: text,
        region: text,
        config: text,
        bucket: { ...text, multiple: true },
        origin: { ...text, multiple: true },
        verbose: { type: 'boolean' },
      },
    }),
  );
  const [folder, ...more] = parsed?.positionals ?? [];
  if (parsed === undefined || folder === undefined || more.length > 0) return refuse('config_invalid', USAGE);
  return serve({ folder, ...parsed.values });
}

async function scrubFrom(args: string[]): Promise<void> {
  const options = { budget: { type: 'string' }, json: { type: 'boolean' } } as const;
  const parsed = parse(() => parseArgs({ args, allowPositionals: true, options }));
  const [folder, ...more] = parsed?.positionals ?? [];
  if (parsed === undefined || folder === undefined || more.length > 0) return refuse('config_invalid', USAGE);
  return scrubFolder({ folder, ...parsed.values });
}

/** Undefined if the arguments are invalid. */
function parse<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

main().catch(failUnexpectedly);
