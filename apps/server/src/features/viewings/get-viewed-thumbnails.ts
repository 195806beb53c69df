import type { ThumbnailsRequest, ThumbnailsResult } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { isCounted } from '../links/index.ts';
import { thumbnailsOf } from '../renditions/index.ts';
import { listViewed, type Needs, openViewing } from './open-viewing.ts';

/**
 * Thumbnails of current versions, as the viewed person or link shows them: links with a limit have none. The URLs
 * expire with the viewing.
 */
export async function getViewedThumbnails(
  services: Needs & Pick<Services, 'blobs'>,
  actor: Actor,
  { viewingId, files }: ThumbnailsRequest & { readonly viewingId: string },
): Outcome<ThumbnailsResult, Failure> {
  const opened = await openViewing(services, actor, viewingId);
  if (!opened.ok) return opened;
  const { row, subject, now } = opened.value;
  if (subject.as === 'link' && isCounted(subject.link)) {
    return ok({ items: files.map(() => ({ state: 'none' })) });
  }
  // A viewing does not cause lost thumbnails to be drawn again.
  const asked = files.map(({ nodeId, versionId }) => ({ nodeId, versionId }));
  const nodes = await listViewed(
    services.db,
    opened.value,
    asked.map(({ nodeId }) => nodeId),
  );
  const isShown = ({ nodeId, versionId }: (typeof asked)[number]): boolean =>
    nodes.get(nodeId)?.node.current_version_id === versionId;
  const lifeMs = row.expires_at.getTime() - now.getTime();
  return ok(await thumbnailsOf(services, { files: asked, nodes, isShown, lifeMs }));
}
