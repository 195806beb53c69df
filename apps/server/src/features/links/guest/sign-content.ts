import {
  type ContentsRequest,
  type ContentsResult,
  type ContentUrl,
  LIMITS,
  type NodeId,
  VersionId,
} from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { servedAs } from '../../../platform/blobs/served-media-type.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { findVersionBlobs } from '../../content/index.ts';
import type { NodeRow } from '../../files/index.ts';
import { startDownloads } from '../downloads/start-downloads.ts';
import { isCounted } from '../model.ts';
import { countDownloads } from '../store/links.ts';
import { recordDownload } from '../store/visits.ts';
import { clientKeyOf } from './client-key.ts';
import {
  findInLink,
  type Guest,
  type GuestNeeds,
  type OpenLink,
  openDownloadOf,
  openShareOf,
} from './open-link.ts';

type Needs = GuestNeeds & Pick<Services, 'blobs' | 'config' | 'newId'>;
/** Undefined if the downloads could not be counted. */
type Counted<T> = Promise<Result<T, Failure> | undefined>;
type Disposition = 'attachment' | 'inline';

interface Address {
  readonly url: string;
  readonly expiresAt: string;
}

interface GuestFile {
  readonly node: NodeRow;
  readonly versionId: VersionId;
  readonly blob: { readonly key: string; readonly size_bytes: number; readonly media_type: string };
}

/**
 * Signs a URL for a file. Counts an attachment as a download, under the row lock of the link, so that parallel guests
 * cannot exceed the limit. Links with a limit have no previews, because a preview would deliver the file uncounted.
 */
export async function signGuestContent(
  services: Needs,
  guest: Guest,
  input: { readonly nodeId: NodeId; readonly disposition: Disposition },
): Outcome<ContentUrl, Failure> {
  const { nodeId, disposition } = input;
  const open = disposition === 'inline' ? openShareOf : openDownloadOf;
  const opened = await open(services, guest);
  if (!opened.ok) return opened;
  const { link } = opened.value;
  if (disposition === 'inline' && isCounted(link)) return err({ code: 'link_exhausted' });
  const signed = await inTransaction(services.db, async (tx): Counted<ContentUrl> => {
    const file = (await findFiles(tx, opened.value, [nodeId])).get(nodeId);
    if (file === undefined) return err({ code: 'node_not_found' });
    const address =
      disposition === 'inline'
        ? sign(services, file, disposition)
        : (await give(tx, services, { guest, opened: opened.value, files: [file] }))?.[0];
    if (address === undefined) return undefined;
    return ok({
      ...address,
      versionId: file.versionId,
      name: file.node.name,
      sizeBytes: file.blob.size_bytes,
      mediaType: servedAs(file.blob.media_type, disposition).mediaType,
    });
  });
  return signed ?? err(await failureOf(services, guest));
}

/** Signs URLs for several files, and counts all of them or none. A deleted or replaced file gets no URL. */
export async function signGuestContents(
  services: Needs,
  guest: Guest,
  { files: asked }: ContentsRequest,
): Outcome<ContentsResult, Failure> {
  const opened = await openDownloadOf(services, guest);
  if (!opened.ok) return opened;
  const signed = await inTransaction(services.db, async (tx): Counted<ContentsResult> => {
    const ids = asked.map(({ nodeId }) => nodeId);
    const found = await findFiles(tx, opened.value, ids);
    const files = asked.map(({ nodeId, versionId }) => {
      const file = found.get(nodeId);
      return file?.versionId === versionId ? file : undefined;
    });
    const present = files.filter((file) => file !== undefined);
    const addresses = await give(tx, services, { guest, opened: opened.value, files: present });
    if (addresses === undefined) return undefined;
    const rest = addresses.values();
    const items = files.map((file): ContentsResult['items'][number] =>
      file === undefined
        ? { ok: false, code: 'node_not_found' }
        : { ok: true, ...defined(rest.next().value, 'a file has no URL'), sizeBytes: file.blob.size_bytes },
    );
    return ok({ items });
  });
  return signed ?? err(await failureOf(services, guest));
}

/** Counts the files and returns a URL for each. Undefined if the link has ended, or its limits are too low. */
async function give(
  tx: Tx,
  services: Needs,
  {
    guest,
    opened,
    files,
  }: { readonly guest: Guest; readonly opened: OpenLink; readonly files: readonly GuestFile[] },
): Promise<readonly Address[] | undefined> {
  const { link, now } = opened;
  const bytes = files.reduce((sum, file) => sum + file.blob.size_bytes, 0);
  if (!(await countDownloads(tx, { id: link.id, files: files.length, bytes, now }))) return undefined;
  if (files.length > 0) {
    const visit = { id: services.newId(), linkId: link.id, clientKey: clientKeyOf(guest), now };
    await recordDownload(tx, { ...visit, files: files.length, bytes });
  }
  if (!isCounted(link)) return files.map((file) => sign(services, file, 'attachment'));
  const downloads = files.map(({ node, versionId, blob }) => ({
    nodeId: node.id,
    versionId,
    sizeBytes: blob.size_bytes,
  }));
  return await startDownloads(tx, services, { token: guest.token, linkId: link.id, downloads, now });
}

/** The current versions of those files that are in the link. */
async function findFiles(
  tx: Tx,
  opened: OpenLink,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GuestFile>> {
  const accesses = await findInLink(tx, opened, ids);
  const current = [...accesses.values()].flatMap(({ node }) =>
    node.current_version_id === null ? [] : [{ node, versionId: VersionId.parse(node.current_version_id) }],
  );
  const keys = current.map(({ node, versionId }) => ({ spaceId: node.space_id, nodeId: node.id, versionId }));
  const blobs = await findVersionBlobs(tx, keys);
  const files = current.flatMap(({ node, versionId }) => {
    const blob = blobs.get(versionId);
    return blob === undefined ? [] : [[node.id, { node, versionId, blob }] as const];
  });
  return new Map(files);
}

function sign({ blobs }: Needs, { node, blob }: GuestFile, disposition: Disposition): Address {
  const signed = blobs.signGet({
    key: blob.key,
    name: node.name,
    mediaType: blob.media_type,
    disposition,
    lifeMs: LIMITS.linkUrlLifeMs,
  });
  return { url: signed.url, expiresAt: signed.expiresAt.toISOString() };
}

/** Why the downloads could not be counted. Having fewer downloads left than requested also counts as exhausted. */
async function failureOf(services: Needs, guest: Guest): Promise<Failure> {
  const opened = await openDownloadOf(services, guest);
  return opened.ok ? { code: 'link_exhausted' } : opened.error;
}
