import { readFileSync } from 'node:fs';
import { isSecureOrigin } from './origins.ts';
import type { Report } from './sign-in.ts';
import type { VariableName } from './variables.ts';

/** Reports every missing variable of an incomplete group. */
export function demandAll(
  needed: readonly VariableName[],
  isGiven: (name: VariableName) => boolean,
  context: { readonly what: string; readonly group: readonly VariableName[]; readonly report: Report },
): void {
  const present = context.group.filter(isGiven).join(', ');
  for (const name of needed) {
    if (!isGiven(name))
      context.report(
        name,
        `is missing. It is needed for ${context.what}, which is meant because of ${present}. Set it, or unset the others`,
      );
  }
}

export function checkTls(name: VariableName, origin: string, report: Report): void {
  if (isSecureOrigin(origin)) return;
  report(
    name,
    'is plain http on an address other than this machine, where browsers switch off the cryptography that sign-in and uploads need. ' +
      'Put a reverse proxy with a certificate before Coffer and name its https address here; Caddy gets a certificate by itself: ' +
      '`caddy reverse-proxy --from files.example.org --to 127.0.0.1:8420`',
  );
}

/** Files of certificates that the client of the database reads when it connects. */
const DATABASE_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

export function checkDatabaseFiles(connectionString: string, report: Report): void {
  const { searchParams } = new URL(connectionString);
  for (const name of DATABASE_FILES) {
    for (const path of searchParams.getAll(name)) {
      const code = path === '' ? undefined : failureOf(path);
      if (code !== undefined)
        report(
          'DATABASE_URL',
          `names a file in ${name} that cannot be read (${code}). Check its path and rights`,
        );
    }
  }
}

function failureOf(path: string): string | undefined {
  try {
    readFileSync(path);
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}
