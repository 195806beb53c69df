import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { listExport } from './list-export.ts';
import { signExported } from './sign-exported.ts';

export function exportRoutes(services: Pick<Services, 'db' | 'clock' | 'blobs'>): readonly Route[] {
  return [
    personRoute('listExport', async ({ actor, params, query }) =>
      listExport(services, actor.person, { ...params, query }),
    ),
    personRoute('signExported', async ({ actor, params, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return await signExported(services, actor.person, { ...params, ...body });
    }),
  ];
}
