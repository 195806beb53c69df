import { LIMITS, type ThumbnailsRequest, type ThumbnailsResult } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { thumbnailsOf } from '../../renditions/index.ts';
import { isCounted } from '../model.ts';
import { findInLink, type Guest, type GuestNeeds, openShareOf } from './open-link.ts';

type Asked = ThumbnailsRequest['files'][number];

/**
 * Thumbnails of current versions. Links with a limit have none, because they would show the content without counting
 * it. The URLs expire as early as those of files, so that a revocation takes effect soon.
 */
export async function getGuestThumbnails(
  services: GuestNeeds & Pick<Services, 'blobs'>,
  guest: Guest,
  { files }: ThumbnailsRequest,
): Outcome<ThumbnailsResult, Failure> {
  const opened = await openShareOf(services, guest);
  if (!opened.ok) return opened;
  if (isCounted(opened.value.link)) return err({ code: 'link_exhausted' });
  const ids = files.map(({ nodeId }) => nodeId);
  const nodes = await findInLink(services.db, opened.value, ids);
  // Guests cannot request a check for missing thumbnails, because it costs the store two requests per file.
  const asked = files.map(({ nodeId, versionId }) => ({ nodeId, versionId }));
  const isShown = ({ nodeId, versionId }: Asked): boolean =>
    nodes.get(nodeId)?.node.current_version_id === versionId;
  return ok(await thumbnailsOf(services, { files: asked, nodes, isShown, lifeMs: LIMITS.linkUrlLifeMs }));
}
