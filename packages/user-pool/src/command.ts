#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { serve } from './serve.ts';

const USAGE = `coffer-user-pool serve [FOLDER] --database postgres://... [--port 9229] [--host 127.0.0.1]
                       [--pool us-east-1_Local0001] [--client local] [--callback URL]... [--config FILE] [--verbose]
coffer-user-pool       a line of JSON on standard input configures it; for other programs`;

const [command, ...args] = process.argv.slice(2);
if (command === 'serve') await serveFrom(args);
else if (
  command === 'help' ||
  (command === undefined && process.stdin.isTTY) ||
  command === '--help' ||
  command === '-h'
)
  process.stdout.write(`${USAGE}\n`);
else await import('./bin.ts');

async function serveFrom(given: readonly string[]): Promise<void> {
  const parsed = parse(given);
  const [folder = './user-pool-data', ...more] = parsed?.positionals ?? [];
  if (parsed !== undefined && more.length === 0) return await serve({ folder, ...parsed.values });
  process.stdout.write(`${USAGE}\n`);
  process.exitCode = 1;
}

function parse(given: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        database: text,
        host: text,
        port: text,
        pool: text,
        client: text,
        callback: { type: 'string', multiple: true },
        config: text,
        verbose: { type: 'boolean' },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
