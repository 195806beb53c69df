import { SERVER_LIMITS } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import type { NodeAccess } from '../../files/index.ts';
import type { LinkRow } from '../model.ts';
import { endOf } from '../policy.ts';
import { listLinksOn } from '../store/links.ts';

interface ReachingLink {
  readonly link: LinkRow;
  readonly isUsedUp: boolean;
}

/** Lists links that now open a node outside the trash. File requests of parent folders do not count. */
export async function listLinksReaching(
  { db, clock, settings }: Pick<Services, 'clock' | 'db' | 'settings'>,
  { node, ancestors }: Pick<NodeAccess, 'node' | 'ancestors'>,
): Promise<readonly ReachingLink[]> {
  if (!(await settings.read(db)).linksAllowed) return [];
  const now = clock.now();
  const rows = await listLinksOn(db, {
    spaceId: node.space_id,
    nodeIds: [...ancestors, node].map(({ id }) => id),
    now,
    limit: SERVER_LIMITS.accessLinksListed,
  });
  return rows
    .map((link) => ({ link, end: endOf(link, now) }))
    .filter(({ link, end }) => end !== 'unavailable' && (link.kind !== 'request' || link.node_id === node.id))
    .map(({ link, end }) => ({ link, isUsedUp: end === 'exhausted' }));
}
