import {
  type CompleteGuestUploadsResult,
  type ConflictRule,
  type CompleteUploadsRequest,
  type CreateUploadsRequest,
  type CreateUploadsResult,
  type GuestUploadsResult,
  NodeId,
  type SignedParts,
  type SignPartsRequest,
  type SignUploadsRequest,
  type UploadId,
  type UploadStatus,
  VersionId,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { MaybeOnce } from '../../../platform/db/once.ts';
import type { Services } from '../../../services.ts';
import {
  abortUpload,
  completeUploads,
  createUploads,
  findOwnUploads,
  getUpload,
  type Sender,
  signParts,
  signUploads,
} from '../../uploads/index.ts';
import { findInLink } from '../guest/open-link.ts';
import { type HandInGuest, openHandIn, type OpenHandIn, senderOf } from './open-hand-in.ts';

type Needs = Pick<Services, 'blobs' | 'clock' | 'db' | 'log' | 'newId' | 'settings'>;

async function openForSending(services: Needs, guest: HandInGuest): Outcome<OpenHandIn, Failure> {
  const opened = await openHandIn(services, guest);
  if (!opened.ok || opened.value.handIn.finished_at === null) return opened;
  return err({ code: 'hand_in_finished' });
}

async function senderFor(services: Needs, guest: HandInGuest): Outcome<Sender, Failure> {
  const opened = await openForSending(services, guest);
  return opened.ok ? ok(senderOf(services, opened.value)) : opened;
}

/**
 * Reserves uploads for a guest. In a file request nothing is ever replaced, with an edit link only if the guest asks
 * for it.
 */
export async function createGuestUploads(
  services: Needs & MaybeOnce,
  guest: HandInGuest,
  { uploads, bundle }: CreateUploadsRequest,
): Outcome<GuestUploadsResult, Failure> {
  const sender = await senderFor(services, guest);
  if (!sender.ok) return sender;
  const isEditing = typeof sender.value.guest?.linkLabel === 'string';
  const judged = uploads.map((upload) => ({
    ...upload,
    conflict: isEditing ? withoutSkip(upload.conflict) : ('rename' as const),
    basedOn: isEditing ? upload.basedOn : undefined,
  }));
  return withoutSpace(await createUploads(services, sender.value, { uploads: judged, bundle }));
}

/** Turns `skip` into `ask`, because the response to `skip` would reveal existing items. */
function withoutSkip(conflict: ConflictRule): ConflictRule {
  return conflict === 'skip' ? 'ask' : conflict;
}

export async function signGuestUploads(
  services: Needs,
  guest: HandInGuest,
  request: SignUploadsRequest,
): Outcome<GuestUploadsResult, Failure> {
  const sender = await senderFor(services, guest);
  return sender.ok ? withoutSpace(await signUploads(services, sender.value, request)) : sender;
}

export async function completeGuestUploads(
  services: Needs,
  guest: HandInGuest,
  request: CompleteUploadsRequest,
): Outcome<CompleteGuestUploadsResult, Failure> {
  const opened = await openForSending(services, guest);
  if (!opened.ok) return opened;
  const sender = senderOf(services, opened.value);
  const arrived = await listArrived(services, sender, request.ids);
  const completed = await completeUploads(services, sender, request);
  if (!completed.ok) return completed;
  const inLink = await listShown(services, opened.value, completed.value.items);
  return ok({
    items: completed.value.items.map((item, index): CompletedItem => {
      const before = arrived.get(request.ids[index] ?? '');
      if (before !== undefined) return before;
      if (item.outcome === 'failed') return withoutFacts(item);
      const { id, name, parentId, versionId } = item.node;
      if (inLink?.has(id) === false) return { outcome: 'failed', code: 'upload_not_found' };
      const isVersion = sender.guest?.replacesId === id;
      return { outcome: 'committed', node: { id, name, parentId: isVersion ? id : parentId, versionId } };
    }),
  });
}

type CompletedItem = CompleteGuestUploadsResult['items'][number];

/** Lists the files that a file request received, as they were sent. Guests do not see later names and folders. */
async function listArrived(
  services: Needs,
  sender: Sender,
  ids: readonly UploadId[],
): Promise<ReadonlyMap<string, CompletedItem>> {
  if (sender.guest?.linkLabel !== null) return new Map();
  const own = await findOwnUploads(services, sender, ids);
  return new Map(
    [...own].flatMap(([id, upload]): readonly [string, CompletedItem][] => {
      if (upload.state !== 'committed') return [];
      const place = {
        parentId: NodeId.parse(upload.parent_id),
        versionId: VersionId.parse(upload.version_id),
      };
      const node = { id: NodeId.parse(upload.node_id), name: upload.name, ...place };
      return [[id, { outcome: 'committed', node }]];
    }),
  );
}

/** Filters the committed files that an edit link still shows. Undefined for a file request. */
async function listShown(
  { db, clock }: Needs,
  { link }: OpenHandIn,
  items: readonly { readonly outcome: string; readonly node?: { readonly id: string } }[],
): Promise<ReadonlyMap<string, unknown> | undefined> {
  if (link.kind !== 'edit') return undefined;
  const ids = items.flatMap(({ node }) => (node === undefined ? [] : [node.id]));
  return await findInLink(db, { link, now: clock.now() }, ids);
}

export async function getGuestUpload(
  services: Needs,
  guest: HandInGuest,
  uploadId: UploadId,
): Outcome<UploadStatus, Failure> {
  const sender = await senderFor(services, guest);
  return sender.ok ? await getUpload(services, sender.value, uploadId) : sender;
}

export async function signGuestParts(
  services: Needs,
  guest: HandInGuest,
  input: { readonly uploadId: UploadId } & SignPartsRequest,
): Outcome<SignedParts, Failure> {
  const sender = await senderFor(services, guest);
  if (!sender.ok) return sender;
  const signed = await signParts(services, sender.value, input);
  return signed.ok || signed.error.code !== 'quota_exceeded' ? signed : err({ code: 'quota_exceeded' });
}

export async function abortGuestUpload(
  services: Needs,
  guest: HandInGuest,
  uploadId: UploadId,
): Outcome<undefined, Failure> {
  const sender = await senderFor(services, guest);
  return sender.ok ? await abortUpload(services, sender.value, uploadId) : sender;
}

function withoutSpace(answered: Result<CreateUploadsResult, never>): Result<GuestUploadsResult, never> {
  if (!answered.ok) return answered;
  const { items, ...others } = answered.value;
  return ok({
    ...others,
    items: items.flatMap((item) => {
      if (item.outcome === 'skipped') return [];
      return [item.outcome === 'failed' ? withoutFacts(item) : item];
    }),
  });
}

type Item = Extract<CreateUploadsResult['items'][number], { readonly outcome: 'failed' }>;

/** Drops the facts of the error, so that guests do not learn how full the space is. */
function withoutFacts(item: Item): Item {
  return item.code === 'quota_exceeded' ? { outcome: 'failed', code: item.code } : item;
}
