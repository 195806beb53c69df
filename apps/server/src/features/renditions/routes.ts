import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getThumbnails } from './get-thumbnails.ts';

export function renditionsRoutes(services: Pick<Services, 'db' | 'clock' | 'blobs'>): readonly Route[] {
  return [
    personRoute('getThumbnails', async ({ actor, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return ok(await getThumbnails(services, actor.person, body));
    }),
  ];
}
