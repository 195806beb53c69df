import type { ExportQuery, Space } from '@coffer/contracts';
import { exportCalls } from '../../../api/exports.ts';
import { localDay } from '../../../lib/language/local-day.ts';
import { downloads } from '../downloads.ts';
import type { ExportFacts } from './metadata.ts';
import { readExport } from './read-export.ts';
import { text } from './texts.ts';

export interface ChosenExport extends Pick<ExportQuery, 'versions' | 'trash'> {
  readonly space: Pick<Space, 'id'>;
  readonly spaceName: string;
  readonly exportedBy: ExportFacts['exportedBy'];
}

/** Starts an export, which is shown in the list of downloads. */
export function startExport({ space, spaceName, versions, trash, exportedBy }: ChosenExport): void {
  const calls = exportCalls(space.id, { versions, trash });
  const facts = (): ExportFacts => ({
    spaceName,
    exportedAt: new Date().toISOString(),
    exportedBy,
    withVersions: versions === 'yes',
    withTrash: trash === 'yes',
  });
  const readme = README.map((key) => `${text(key, { space: spaceName })}\n`).join('\n');
  const title = text('export.fileName', { space: spaceName, date: localDay(new Date()) });
  downloads.startReading((reading) => readExport({ calls, facts: facts(), readme }, reading), title, calls);
}

const README = [
  'export.readme.what',
  'export.readme.metadata',
  'export.readme.versions',
  'export.readme.trash',
  'export.readme.back',
] as const;
