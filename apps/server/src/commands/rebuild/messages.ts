import type { JournalChoice, RebuildReport, Trouble } from '../../features/journal/rebuild/model.ts';
import { printable } from '../../run/printable.ts';
import type { Accounts } from './accounts.ts';

const SHOWN = 50;

const WORDS: Readonly<Record<Trouble['kind'], string>> = {
  segment_missing: 'Missing segment of the journal',
  segment_altered: 'Altered segment of the journal',
  snapshot_altered: 'Altered snapshot, skipped',
  journal_of_another: 'Journal of another Coffer in this bucket (--journal reads it)',
  object_missing: 'Missing object',
  object_different: 'Object that differs from what was received',
  object_strange: 'Object without metadata of its file',
  object_unread: 'Object that the store did not return: its file is there, but unverified',
  object_left:
    'Object that the store did not return: its file is not there, but the object stays in the bucket',
};

export function ofReport(report: RebuildReport): string {
  const { journal } = report;
  const source =
    journal.journalId === undefined
      ? 'There was no journal: everything was restored from the metadata of the objects.'
      : `From journal ${journal.journalId.slice(-12)}: ${ofSnapshot(journal.snapshotAt)} and ${counted(journal.segments, 'segment')}, written until ${journal.writtenAt ?? 'an unknown time'}.`;
  const lines = [
    report.isDryRun ? 'Dry run: nothing was changed.' : 'The database is rebuilt.',
    source,
    `${counted(report.spaces, 'space')}, ${counted(report.people, 'person', 'people')}, ${counted(report.nodes, 'file or folder', 'files and folders')}, ${counted(report.versions, 'version')}, ${report.bytes} bytes.`,
    `${counted(report.objects, 'object')} verified: ${report.missing} missing, ${report.different} damaged.`,
    `${counted(report.recovered, 'file')} recovered from objects alone, ${counted(report.displaced, 'item')} without a folder: in the folders "Recovered".`,
  ];
  if (report.dropped > 0)
    lines.push(
      `${counted(report.dropped, 'row')} dropped, because they refer to missing rows or contradict newer ones.`,
    );
  for (const { kind, name } of report.troubles.slice(0, SHOWN))
    lines.push(`${WORDS[kind]}: ${printable(name)}`);
  const more = report.troubles.length - SHOWN;
  if (more > 0) lines.push(`and ${more} more; --json lists all.`);
  return lines.join('\n');
}

export function ofJournals(journals: readonly JournalChoice[]): string {
  return [
    'Several Coffers have used this bucket, and nothing was changed. --journal ID says which one is meant:',
    ...journals.map(
      ({ journal, snapshotAt, rows }) =>
        `--journal ${journal}: ${counted(rows, 'row')} in the snapshot of ${snapshotAt}`,
    ),
  ].join('\n');
}

/** What a run says that finds an earlier rebuild without all accounts. */
export function ofResumed({ isDryRun }: { readonly isDryRun: boolean }): string {
  const found =
    'The database is rebuilt, but that rebuild ended before all accounts of the embedded pool were there.';
  return isDryRun
    ? `${found} Dry run: nothing was changed; without --dry-run they are made.`
    : `${found} This run makes the rest; files and folders stay as they are.`;
}

export function ofAccounts({ made, links, failed }: Accounts): string {
  if (made === 0 && links.length === 0 && failed.length === 0) return '';
  const lines = [
    `Accounts of the embedded pool were lost with the database; this run has made ${made} again. Their passwords and second factors are gone:`,
    'people choose a new password by a link, which administrators make under People, or "npm run people -- reset-password WHO".',
    ...links.map(({ name, url }) => `Link for ${printable(name)}, good once for 24 hours:\n${url}`),
    ...failed.map((email) => `No account could be made for ${printable(email)}.`),
  ];
  if (failed.length > 0) lines.push('"npm run rebuild" tries these again, and changes nothing else.');
  return lines.join('\n');
}

function ofSnapshot(at: string | undefined): string {
  return at === undefined ? 'no snapshot' : `the snapshot of ${at}`;
}

function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
