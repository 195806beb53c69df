import type { StartServerError } from '../server.ts';
import { errorFacts, type LogEntry } from '../log.ts';

export const EXIT_UNEXPECTED = 1;
export const EXIT_REFUSED = 2;
export const EXIT_DISK_FAILED = 3;
export const EXIT_DAMAGED = 4;

export const MESSAGES = {
  locked: 'Another process uses the folder of the object store.',
  folder_not_writable: 'The folder of the object store cannot be created or written.',
  folder_full: 'There is no space left in the folder of the object store.',
  format_unsupported: 'The folder was written by another version of the object store.',
  port_taken: 'The port of the object store is taken.',
  port_forbidden: 'This user may not listen on the port of the object store.',
  host_unknown: 'The host of the object store is not an address of this machine.',
} as const satisfies Readonly<Record<StartServerError['code'], string>>;

export function printJson(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

export function refuse(code: string, message: string): void {
  process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`, () => process.exit(EXIT_REFUSED));
}

export function writeLog(entry: LogEntry): void {
  const line = { at: new Date().toISOString(), level: entry.level, event: entry.event, ...entry.facts };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

export function failUnexpectedly(error: unknown): void {
  writeLog({ level: 'error', event: 'start_failed', facts: { ...errorFacts(error) } });
  printJson({ error: { code: 'unexpected', message: 'The object store could not start; see its log.' } });
  process.exit(EXIT_UNEXPECTED);
}
