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
