import { DAY_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { asLeader } from '../../platform/db/leader.ts';
import type { Converter } from '../../platform/converter/converter.ts';
import type { Thumbnailer } from '../../platform/pictures/thumbnails.ts';
import type { Services } from '../../services.ts';
import { drawRenditions } from './draw-renditions.ts';
import { convertDocuments } from './documents/convert-documents.ts';
import { dropDocuments, dropRenditions, sweepRenditions } from './drop-renditions.ts';

interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

/** Where the library does not work, the machine may still be mended without a restart. */
const UNAVAILABLE_PAUSE_MS = 10 * MINUTE_MS;

export function renditionJobs(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'> & {
    readonly thumbnailer: Thumbnailer;
    readonly converter: Converter | undefined;
  },
): readonly Job[] {
  const { clock, db, converter } = services;
  let pausedUntilMs = 0;
  const drawNext = async (signal: AbortSignal): Promise<void> => {
    if (clock.now().getTime() < pausedUntilMs) return;
    const round = await asLeader(db, 'renditions', async () => await drawRenditions(services, signal));
    if (round === 'unavailable') pausedUntilMs = clock.now().getTime() + UNAVAILABLE_PAUSE_MS;
  };
  return [
    { name: 'renditions', everyMs: 2 * SECOND_MS, work: drawNext },
    ...(converter === undefined
      ? []
      : [
          {
            name: 'conversions',
            everyMs: 2 * SECOND_MS,
            work: async (signal: AbortSignal) =>
              await asLeader(
                db,
                'conversions',
                async () => await convertDocuments({ ...services, converter }, signal),
              ),
          },
        ]),
    {
      name: 'dropped_renditions',
      everyMs: MINUTE_MS,
      work: async () =>
        await asLeader(db, 'dropped', async () => [
          await dropRenditions(services),
          await dropDocuments(services),
        ]),
    },
    {
      name: 'stray_renditions',
      everyMs: DAY_MS,
      work: async (signal) =>
        await asLeader(db, 'dropped', async () => await sweepRenditions(services, signal)),
    },
  ];
}
