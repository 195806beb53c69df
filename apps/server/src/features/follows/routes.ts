import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { follow, listFollowed, unfollow } from './follow.ts';

export function followsRoutes(services: Pick<Services, 'clock' | 'db'>): readonly Route[] {
  return [
    personRoute('listFollowed', async ({ actor, query }) => listFollowed(services, actor.person, query)),
    personRoute('follow', async ({ actor, params }) => follow(services, actor.person, params.nodeId)),
    personRoute('unfollow', async ({ actor, params }) =>
      ok(await unfollow(services, actor.person, params.nodeId)),
    ),
  ];
}
