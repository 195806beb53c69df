import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import { type DocumentNeeds, showDocument } from './documents/show-document.ts';
import { getThumbnails } from './get-thumbnails.ts';
import { type PosterNeeds, setPoster } from './set-poster.ts';

export function renditionsRoutes(services: PosterNeeds & DocumentNeeds): readonly Route[] {
  return [
    personRoute('getThumbnails', async ({ actor, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return ok(await getThumbnails(services, actor.person, body));
    }),
    personRoute('showDocument', async ({ actor, params, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return await showDocument(services, actor.person, { ...params, ...body });
    }),
    personRoute(
      'setPoster',
      async ({ actor, params, body }) => await setPoster(services, actor, { ...params, ...body }),
    ),
  ];
}
