import type {
  CompleteGuestUploadsResult,
  ConflictRule,
  CompleteUploadsRequest,
  CreateUploadsRequest,
  CreateUploadsResult,
  GuestUploadsResult,
  SignedParts,
  SignPartsRequest,
  SignUploadsRequest,
  UploadId,
  UploadStatus,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { MaybeOnce } from '../../../platform/db/once.ts';
import type { Services } from '../../../services.ts';
import {
  abortUpload,
  completeUploads,
  createUploads,
  getUpload,
  type Sender,
  signParts,
  signUploads,
} from '../../uploads/index.ts';
import { type HandInGuest, openHandIn, senderOf } from './open-hand-in.ts';

type Needs = Pick<Services, 'blobs' | 'clock' | 'db' | 'log' | 'newId' | 'settings'>;

async function senderFor(services: Needs, guest: HandInGuest): Outcome<Sender, Failure> {
  const opened = await openHandIn(services, guest);
  if (!opened.ok) return opened;
  if (opened.value.handIn.finished_at !== null) return err({ code: 'hand_in_finished' });
  return ok(senderOf(services, opened.value));
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
  const sender = await senderFor(services, guest);
  if (!sender.ok) return sender;
  const completed = await completeUploads(services, sender.value, request);
  if (!completed.ok) return completed;
  return ok({
    items: completed.value.items.map((item) => {
      if (item.outcome === 'failed') return withoutFacts(item);
      const { id, name, parentId, versionId } = item.node;
      const isVersion = sender.value.guest?.replacesId === id;
      return { outcome: 'committed', node: { id, name, parentId: isVersion ? id : parentId, versionId } };
    }),
  });
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
