// Uploads like the browser, over plain HTTP.
import {
  type ConflictRule,
  type CreateUploadResult,
  NodeId,
  type NodeView,
  type PartChecksums,
  partCountFor,
  partSizeFor,
  type SignedBundle,
  type SignedPart,
  StoreReceipt,
  type UploadView,
  type VersionId,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { md5Of, type Owner, sha256Of, valueOf } from './live.world.ts';
import type { Services } from './services.ts';
import { completeUpload } from './features/uploads/complete/complete-upload.ts';
import { createUpload } from './features/uploads/reserve/create-upload.ts';

export type UploadServices = Pick<Services, 'db' | 'clock' | 'newId' | 'log' | 'blobs' | 'settings'>;

export function cut(bytes: Buffer): readonly Buffer[] {
  const count = partCountFor(bytes.length);
  const size = partSizeFor(bytes.length);
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? bytes : bytes.subarray(index * size, (index + 1) * size),
  );
}

export function declaredOf(bytes: Buffer, number: number): PartChecksums {
  return { number, sha256: sha256Of(bytes), md5: md5Of(bytes) };
}

export function declarations(bytes: Buffer): PartChecksums[] {
  return cut(bytes).map((part, index) => declaredOf(part, index + 1));
}

export interface SignedAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields?: readonly (readonly [string, string])[] | undefined;
}

/** Returns the status. */
export async function put(signed: SignedAddress, bytes: Buffer): Promise<number> {
  const answer = await fetch(signed.url, {
    method: signed.fields === undefined ? 'PUT' : 'POST',
    headers: signed.headers,
    body: signed.fields === undefined ? new Uint8Array(bytes) : formOf(signed.fields, bytes),
  });
  await answer.arrayBuffer();
  return answer.status;
}

function formOf(fields: readonly (readonly [string, string])[], bytes: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]));
  return form;
}

/** Returns the status and the receipt, if any. */
export async function putBundle(
  signed: Pick<SignedBundle, 'url' | 'fields'>,
  files: readonly Buffer[],
): Promise<{ readonly status: number; readonly receipts: readonly StoreReceipt[] }> {
  const [first = Buffer.alloc(0), ...others] = files;
  const form = formOf(signed.fields, first);
  for (const bytes of others) form.append('file', new Blob([new Uint8Array(bytes)]));
  const answer = await fetch(signed.url, { method: 'POST', body: form });
  const text = await answer.text();
  return { status: answer.status, receipts: answer.ok ? [StoreReceipt.parse(JSON.parse(text))] : [] };
}

export function forged(signed: SignedPart, name: string, value: string): SignedPart {
  if (signed.fields === undefined) return { ...signed, headers: { ...signed.headers, [name]: value } };
  return { ...signed, fields: signed.fields.map(([each, text]) => [each, each === name ? value : text]) };
}

export interface NewUpload {
  readonly name: string;
  readonly bytes: Buffer;
  readonly conflict?: ConflictRule;
  readonly parentId?: string;
  /** Default: all of them. */
  readonly parts?: readonly PartChecksums[];
  readonly mediaType?: string;
  readonly basedOn?: VersionId;
}

export async function create(
  services: UploadServices,
  owner: Owner,
  upload: NewUpload,
): ReturnType<typeof createUpload> {
  const parts = upload.parts ?? declarations(upload.bytes);
  return await createUpload(services, owner.person, {
    parentId: NodeId.parse(upload.parentId ?? owner.rootId),
    name: upload.name,
    sizeBytes: upload.bytes.length,
    mediaType: upload.mediaType ?? 'application/octet-stream',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    conflict: upload.conflict ?? 'ask',
    ...(upload.basedOn === undefined ? {} : { basedOn: upload.basedOn }),
    ...(parts.length === 0 ? {} : { parts: [...parts] }),
  });
}

export interface Begun {
  readonly upload: UploadView;
  readonly signed: readonly SignedPart[];
}

export function begunOf(result: CreateUploadResult): Begun {
  if (result.outcome !== 'created') throw new Error('the upload was skipped');
  return result;
}

export async function begin(services: UploadServices, owner: Owner, upload: NewUpload): Promise<Begun> {
  return begunOf(valueOf(await create(services, owner, upload)));
}

export async function sendAll(begun: Begun, bytes: Buffer): Promise<void> {
  const parts = cut(bytes);
  for (const signed of begun.signed) {
    const status = await put(signed, defined(parts[signed.number - 1], 'a signed part exists'));
    if (status !== 200) throw new Error(`the store answered ${status}`);
  }
}

export async function uploaded(services: UploadServices, owner: Owner, upload: NewUpload): Promise<NodeView> {
  const begun = await begin(services, owner, upload);
  await sendAll(begun, upload.bytes);
  return valueOf(await completeUpload(services, owner.person, begun.upload.id)).node;
}
