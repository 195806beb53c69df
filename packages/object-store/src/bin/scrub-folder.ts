import { MIB, systemClock } from '@coffer/kit';
import type { ScrubReport } from '../disk/scrub.ts';
import { createObjectStore } from '../object-store.ts';
import { EXIT_DAMAGED, MESSAGES, refuse, printJson, writeLog } from './process.ts';

export interface ScrubArguments {
  readonly folder: string;
  readonly budget?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Scrubs a folder that no running store uses. Exit code 4 means damage. */
export async function scrubFolder({ folder, budget, json }: ScrubArguments): Promise<void> {
  const mibPerSecond = budget === undefined ? undefined : Number(budget);
  if (mibPerSecond !== undefined && !(mibPerSecond > 0)) {
    return refuse('config_invalid', '--budget is a number of MiB a second.');
  }
  const opened = await createObjectStore({
    folder,
    credentials: [],
    region: 'us-east-1',
    clock: systemClock,
    log: (entry) => {
      if (entry.level !== 'info') writeLog(entry);
    },
  });
  if (!opened.ok) return refuse(opened.error.code, MESSAGES[opened.error.code]);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const report = await opened.value.scrub({
    signal: stop.signal,
    ...(mibPerSecond === undefined ? {} : { bytesPerSecond: mibPerSecond * MIB }),
  });
  await opened.value.close();
  if (json === true) printJson(report);
  else process.stdout.write(formatReport(report));
  process.exitCode = isDamaged(report) ? EXIT_DAMAGED : 0;
}

function isDamaged({ findings, unreadableRecords, unreadableAtStart }: ScrubReport): boolean {
  return findings.length + unreadableRecords + unreadableAtStart > 0;
}

function formatReport(report: ScrubReport): string {
  const { objects, blobs, sizeBytes, unverifiable, findings, isComplete } = report;
  const { unreadableRecords, unreadableAtStart } = report;
  return [
    `${isComplete ? 'Read' : 'Read, before it was ended,'} ${objects} objects: ${blobs} blobs, ${(sizeBytes / MIB).toFixed(1)} MiB.`,
    ...(unverifiable === 0 ? [] : [`Of ${unverifiable} older blobs nothing but the length is known.`]),
    ...(unreadableRecords === 0 ? [] : [`${unreadableRecords} records cannot be read.`]),
    ...(unreadableAtStart === 0
      ? []
      : [`${unreadableAtStart} records, or files of them, could not be read at the start.`]),
    ...findings.map(
      ({ bucket, key, partNumber, blob, problem }) =>
        `${problem}: ${bucket}/${JSON.stringify(key)} part ${partNumber} (blobs/${blob.slice(0, 2)}/${blob})`,
    ),
    !isDamaged(report) ? 'Nothing is damaged.' : 'Damaged objects are refused until they are restored.',
    '',
  ].join('\n');
}
