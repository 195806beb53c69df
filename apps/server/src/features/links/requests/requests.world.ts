// Guests who hand in files to requests, with a real store.
import {
  type CompleteGuestUploadsResult,
  type CreateUploadRequest,
  LinkId,
  NodeId,
  type NodeView,
  RequestTerms,
  UploadId,
  VersionId,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { type Begun, declarations, putBundle, sendAll } from '../../../live-upload.contract.ts';
import { type Owner, valueOf } from '../../../live.world.ts';
import { guestWith, type LinksWorld } from '../links.world.ts';
import { beginHandIn } from './begin-hand-in.ts';
import { completeGuestUploads, createGuestUploads } from './guest-uploads.ts';
import type { HandInGuest } from './open-hand-in.ts';

export interface HandingIn extends HandInGuest {
  readonly folderId: NodeId;
}

export interface RequestedFile {
  readonly name: string;
  readonly text?: string;
  readonly sizeBytes?: number;
  readonly parentId?: string;
  /** The version that the guest has seen. */
  readonly basedOn?: string | null;
  readonly conflict?: CreateUploadRequest['conflict'];
}

export function createRequests(here: LinksWorld) {
  const ask = async (
    owner: Owner,
    terms: Partial<RequestTerms> = {},
    link: { readonly password?: string; readonly expiresAt?: string; readonly folder?: NodeView } = {},
  ) => {
    const { folder = await here.makeFolder(owner, `inbox ${here.services.newId()}`), ...others } = link;
    const request = RequestTerms.parse({ asksName: false, ...terms });
    const made = await here.share(owner.person, folder, {
      kind: 'request',
      label: 'Autumn count',
      request,
      ...others,
    });
    return { ...made, folder, linkId: LinkId.parse(made.link.id) };
  };
  const begin = async (token: string, name = ''): Promise<HandingIn> => ({
    token,
    ...valueOf(await beginHandIn(here.services, guestWith(token), { name, email: '' })),
  });
  const reserve = async (guest: HandingIn, files: readonly RequestedFile[], services = here.services) =>
    await createGuestUploads(services, guest, {
      uploads: files.map((file) => requestOf(guest, file)),
      bundle: false,
    });
  /** Uploads one file completely. */
  const send = async (guest: HandingIn, file: RequestedFile): Promise<CompletedItem> => {
    const { items } = valueOf(await reserve(guest, [file]));
    const begun = begunOf(items[0]);
    await sendAll(begun, bytesOf(file));
    return await complete(guest, begun.upload.id);
  };
  const complete = async (guest: HandingIn, id: string): Promise<CompletedItem> => {
    const completed = await completeGuestUploads(here.services, guest, { ids: [UploadId.parse(id)] });
    return defined(valueOf(completed).items[0], 'the response has no item');
  };
  /** Sends one file in a bundle. Returns what completes it. */
  const sendBundled = async (guest: HandingIn, file: RequestedFile) => {
    const asked = { uploads: [requestOf(guest, file)], bundle: true };
    const { items, bundles } = valueOf(await createGuestUploads(here.services, guest, asked));
    const { receipts } = await putBundle(defined(bundles?.[0], 'a bundle'), [bytesOf(file)]);
    return { ids: [begunOf(items[0]).upload.id], receipts: [...receipts] };
  };
  return { ask, begin, reserve, send, sendBundled, complete };
}

type CompletedItem = CompleteGuestUploadsResult['items'][number];

export function bytesOf({ name, text = name, sizeBytes }: RequestedFile): Buffer {
  return sizeBytes === undefined ? Buffer.from(text) : Buffer.alloc(sizeBytes, name);
}

export function begunOf(
  item: { readonly outcome: string } | ({ readonly outcome: 'created' } & Begun) | undefined,
): Begun {
  if (item === undefined || !('upload' in item))
    throw new Error(`the upload was rejected: ${JSON.stringify(item)}`);
  return item;
}

function requestOf(guest: HandingIn, file: RequestedFile): CreateUploadRequest {
  const bytes = bytesOf(file);
  return {
    parentId: NodeId.parse(file.parentId ?? guest.folderId),
    name: file.name,
    sizeBytes: bytes.length,
    mediaType: 'application/octet-stream',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    conflict: file.conflict ?? 'replace',
    ...(typeof file.basedOn === 'string' && { basedOn: VersionId.parse(file.basedOn) }),
    parts: declarations(bytes),
  };
}
