import { type Route, streamRoute } from '../../route.ts';
import type { ChangeFeed } from './change-feed.ts';

export function changesRoutes(feed: Pick<ChangeFeed, 'open'>): readonly Route[] {
  return [
    streamRoute('followChanges', async ({ actor, request }) => await feed.open(actor, request.lastEventId)),
  ];
}
