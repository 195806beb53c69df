import type { NodeView } from '@coffer/contracts';
import { setStar } from '../../../api/stars/set-star.ts';
import { starsQuery } from '../../../api/stars/stars.ts';
import { ensure, type QueryCache } from '../../../api/calls/query-cache.ts';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { showFailure } from './node-actions.ts';
import { text } from './texts.ts';

/** Stars the items, or removes the stars if all of them have one. */
export async function toggleStars(cache: QueryCache, nodes: readonly NodeView[]): Promise<void> {
  try {
    const stars = new Set((await ensure(cache, starsQuery())).ids);
    const isStarred = nodes.some(({ id }) => !stars.has(id));
    const changed = nodes.filter(({ id }) => stars.has(id) !== isStarred);
    for (const { id } of changed) await setStar(cache, id, isStarred);
    announce(text(isStarred ? 'browse.starred' : 'browse.unstarred', { count: changed.length }));
  } catch (cause) {
    showFailure(cause, text('browse.starFailed'));
  }
}
