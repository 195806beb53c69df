import { NodeId, VersionId, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { contentDisposition } from '../../../platform/blobs/content-disposition.ts';
import { servedAs } from '../../../platform/blobs/served-media-type.ts';
import { createFairSlots } from '../../../platform/fair-slots.ts';
import { FileAnswer } from '../../../route.ts';
import type { Services } from '../../../services.ts';
import { findVersionBlob } from '../../content/index.ts';
import { FAILURE_OF_END, findInLink } from '../guest/open-link.ts';
import { endOf } from '../policy.ts';
import { findDownload } from '../store/downloads.ts';
import { findLinkByToken } from '../store/links.ts';
import { hashToken } from '../token.ts';
import { costOf } from './budget.ts';
import { wantedBytes } from '../../../platform/network/byte-range.ts';
import { countedStream } from './counted-stream.ts';

type Needs = Pick<Services, 'blobs' | 'clock' | 'db' | 'settings'>;

export interface WantedDownload {
  readonly token: string;
  readonly key: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

const SLOTS_MAX = 800;
const WAITING_MAX = 4_000;

/**
 * [Note: Counted downloads] Downloads by a link with a limit go through the server, because a presigned URL could be
 * used any number of times. A download has a budget of bytes; a range that exceeds it is rejected.
 */
export function createDownloadSender(
  services: Needs,
): (wanted: WantedDownload) => Outcome<FileAnswer, Failure> {
  const slots = createFairSlots({
    slotsMax: SLOTS_MAX,
    slotsPerKeyMax: SERVER_LIMITS.linkDownloadsAtOnce,
    waitingMax: WAITING_MAX,
  });
  return async (wanted) => {
    const found = await findWanted(services, wanted);
    if (!found.ok) return found;
    const { download, name, blob } = found.value;
    const { size_bytes: sizeBytes } = blob;
    const etag = `"${download.version_id}"`;
    const bytes = wantedBytes(wanted, { sizeBytes, etag });
    const { mediaType } = servedAs(blob.media_type, 'attachment');
    const headers = {
      'content-type': mediaType,
      'content-disposition': contentDisposition('attachment', name),
      'accept-ranges': 'bytes',
      etag,
    };
    if (bytes.kind === 'beyond') {
      const rangeHeaders = { ...headers, 'content-range': `bytes */${sizeBytes}` };
      return ok(new FileAnswer({ status: 416, headers: rangeHeaders, bytes: null }));
    }
    const [from, to] = bytes.kind === 'part' ? [bytes.from, bytes.to] : [0, sizeBytes - 1];
    const length = to - from + 1;
    if (costOf(length) > download.bytes_left) return err({ code: 'link_exhausted' });
    const sent = { downloadId: download.id, linkId: download.link_id, key: blob.key, from, length };
    const stream = countedStream({ ...services, slots }, sent);
    const bodyHeaders = { ...headers, 'content-length': String(length) };
    return ok(
      bytes.kind === 'whole'
        ? new FileAnswer({ status: 200, headers: bodyHeaders, bytes: stream })
        : new FileAnswer({
            status: 206,
            headers: { ...bodyHeaders, 'content-range': `bytes ${from}-${to}/${sizeBytes}` },
            bytes: stream,
          }),
    );
  };
}

/**
 * Finds the download for a key, which replaces the password of the link. A link at its limit still serves downloads
 * that it has counted.
 */
async function findWanted({ clock, db, settings }: Needs, { token, key }: WantedDownload) {
  const now = clock.now();
  if (!(await settings.read(db)).linksAllowed) return err({ code: 'link_unknown' } as const);
  const link = await findLinkByToken(db, hashToken(token));
  if (link === undefined) return err({ code: 'link_unknown' } as const);
  const end = endOf(link, now);
  if (end !== undefined && end !== 'exhausted') return err({ code: FAILURE_OF_END[end] });
  const download = await findDownload(db, { linkId: link.id, keyHash: hashToken(key) });
  if (download === undefined || download.expires_at <= now) return err({ code: 'link_exhausted' } as const);
  const nodeId = NodeId.parse(download.node_id);
  const access = (await findInLink(db, { link, now }, [nodeId])).get(nodeId);
  const versionId = VersionId.parse(download.version_id);
  const blob = await findVersionBlob(db, { spaceId: link.space_id, nodeId, versionId });
  if (access === undefined || blob === undefined) return err({ code: 'node_not_found' } as const);
  return ok({ download, name: access.node.name, blob });
}
