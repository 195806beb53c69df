import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import type { TextReader } from '../../platform/texts/texts.ts';
import type { Services } from '../../services.ts';
import type { BackgroundTask } from '../../task.ts';
import { readDocuments } from './read-documents.ts';
import { forgetTexts } from './store/documents.ts';

const FORGOTTEN_AT_ONCE = 500;

export function documentTasks(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'blobs' | 'log'> & { readonly textReader: TextReader },
): readonly BackgroundTask[] {
  const { config, db } = services;
  return [
    {
      name: 'documents',
      everyMs: 2 * SECOND_MS,
      restMs: MINUTE_MS,
      leader: 'documents',
      work: config.searchesContents
        ? async (signal) => await readDocuments(services, signal)
        : async () => await forgetTexts(db, FORGOTTEN_AT_ONCE),
    },
  ];
}
