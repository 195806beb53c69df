import { DAY_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import type { Converter } from '../../platform/converter/converter.ts';
import type { Thumbnailer } from '../../platform/pictures/thumbnails.ts';
import type { Services } from '../../services.ts';
import type { BackgroundTask } from '../../task.ts';
import { drawRenditions } from './draw-renditions.ts';
import { convertDocuments } from './documents/convert-documents.ts';
import { hashRenditions } from './hash-renditions.ts';
import { dropDocuments, dropRenditions, sweepRenditions } from './drop-renditions.ts';

/** How long to wait if the library is missing. It can be installed without a restart. */
const UNAVAILABLE_PAUSE_MS = 10 * MINUTE_MS;

export function renditionTasks(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'> & {
    readonly thumbnailer: Thumbnailer;
    readonly converter: Converter | undefined;
  },
): readonly BackgroundTask[] {
  const { clock, converter } = services;
  let pausedUntilMs = 0;
  return [
    {
      name: 'renditions',
      everyMs: 2 * SECOND_MS,
      restMs: MINUTE_MS,
      isWokenByCommits: true,
      leader: 'renditions',
      work: async (signal) => {
        if (clock.now().getTime() < pausedUntilMs) return 0;
        const round = await drawRenditions(services, signal);
        if (round === 'unavailable') pausedUntilMs = clock.now().getTime() + UNAVAILABLE_PAUSE_MS;
        return round === 'done' ? await hashRenditions(services, signal) : Number(round === 'more');
      },
    },
    ...(converter === undefined ? [] : [conversionTask({ ...services, converter })]),
    {
      name: 'dropped_renditions',
      everyMs: MINUTE_MS,
      restMs: 5 * MINUTE_MS,
      leader: 'dropped',
      work: async () => {
        await dropRenditions(services);
        await dropDocuments(services);
      },
    },
    {
      name: 'stray_renditions',
      everyMs: DAY_MS,
      leader: 'strayRenditions',
      work: async (signal) => await sweepRenditions(services, signal),
    },
  ];
}

function conversionTask(services: Parameters<typeof convertDocuments>[0]): BackgroundTask {
  return {
    name: 'conversions',
    everyMs: 2 * SECOND_MS,
    restMs: MINUTE_MS,
    leader: 'conversions',
    work: async (signal) => await convertDocuments(services, signal),
  };
}
