import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import { getThumbnails } from './get-thumbnails.ts';
import { type PosterNeeds, setPoster } from './set-poster.ts';

export function renditionsRoutes(services: PosterNeeds): readonly Route[] {
  return [
    personRoute('getThumbnails', async ({ actor, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return ok(await getThumbnails(services, actor.person, body));
    }),
    personRoute(
      'setPoster',
      async ({ actor, params, body }) => await setPoster(services, actor, { ...params, ...body }),
    ),
  ];
}
