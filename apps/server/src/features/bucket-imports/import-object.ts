import { type ErrorCode, nameKey, NodeId, VersionId } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import {
  type BucketSource,
  type SourceContent,
  SourceError,
  type SourceFault,
  type SourceObject,
} from '../../platform/blobs/source/bucket-source.ts';
import {
  type DoneItem,
  findOwn,
  findVersionRow,
  importedItem,
  type JobRow,
  knownContentSha256,
  listChildrenByKey,
  type LeftOut,
  type VersionRow,
} from '../files/index.ts';
import { RECEIVED_MAX_BYTES, receiveFile } from '../uploads/index.ts';
import type { FolderFinder } from './find-folder.ts';
import { pathOf, SourceUnreachableError } from './model.ts';
import type { ImportNeeds } from './needs.ts';

export type ObjectOutcome =
  | { readonly kind: 'imported'; readonly item: DoneItem }
  | ({ readonly kind: 'left_out' } & LeftOut)
  /** `recorded`: an earlier try of this part has imported and counted it. */
  | { readonly kind: 'unchanged' | 'folder' | 'recorded' };

interface Context {
  readonly job: JobRow;
  readonly object: SourceObject;
  readonly prefix: string;
  readonly source: BucketSource;
  readonly folders: FolderFinder;
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

const TRIES = 3;
const SLOWEST_BYTES_PER_SECOND = 16 * 1024;
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * Imports one object. `stop`: no other object could be imported either. Throws if it must be tried again later, because
 * a store or the source does not answer.
 */
export async function importObject(
  services: ImportNeeds,
  context: Context,
): Promise<ObjectOutcome | { readonly kind: 'stop'; readonly code: ErrorCode }> {
  const { object, prefix, source, folders } = context;
  const leftOut = (code: ErrorCode) => ({ kind: 'left_out', name: object.key, code }) as const;
  const path = pathOf(object, prefix);
  if (path === undefined) return leftOut('key_not_allowed');
  const { name, composedKey } = path;
  if (composedKey !== undefined) {
    const twin = await source.has(composedKey, context.signal);
    if (!twin.ok) throw new SourceUnreachableError(twin.error);
    if (twin.value) return leftOut('name_taken');
  }
  const folder = await folders.find(path.folders);
  if (!folder.ok) return leftOut(folder.error);
  if (name === undefined) return { kind: 'folder' };
  if (object.sizeBytes > RECEIVED_MAX_BYTES) return leftOut('file_too_large');
  for (let tried = 1; ; tried += 1) {
    const done = await placeObject(services, context, { parentId: folder.value, name });
    if (done.ok) return done.value;
    const code = done.error;
    // Cancelled, so this says nothing about the object.
    if (context.signal.aborted) throw new SourceUnreachableError(code);
    if (STOPS.has(code)) return { kind: 'stop', code };
    if (LATER.has(code)) throw new Error(`the store refused an import: ${code}`);
    if (code === 'source_unreachable' && tried < TRIES) continue;
    if (code !== 'source_unreachable' && code !== 'source_refused') return leftOut(CODES[code] ?? code);
    // Only if the source answers otherwise, it is the object that cannot be read.
    const alive = await source.list({ after: undefined, limit: 1, signal: context.signal });
    if (alive.ok) return leftOut(code);
    if (alive.error === 'source_refused') return { kind: 'stop', code: alive.error };
    throw new SourceUnreachableError(code);
  }
}

const STOPS = new Set<string>(['quota_exceeded', 'not_allowed', 'storage_full']);
const LATER = new Set<string>(['store_unavailable', 'store_refused']);
const CODES: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  node_not_found: 'folder_gone',
  revision_conflict: 'changed_since',
  invalid_request: 'key_not_allowed',
  source_not_found: 'source_changed',
};

interface Place {
  readonly parentId: string;
  readonly name: string;
}

async function placeObject(
  services: ImportNeeds,
  context: Context,
  { parentId, name }: Place,
): Promise<Result<ObjectOutcome, ErrorCode>> {
  const { job, object } = context;
  const spaceId = job.space_ids[0] ?? '';
  const slot = { parentId, nameKey: nameKey(name) };
  const [existing] = await listChildrenByKey(services.db, spaceId, [slot]);
  if (existing !== undefined) {
    // Another spelling may be the twin of an object of the source.
    if (existing.kind === 'folder' || existing.name !== name) {
      return ok({ kind: 'left_out', name: object.key, code: 'name_taken' });
    }
    if (existing.size_bytes === object.sizeBytes) {
      if (existing.modified_at.getTime() === object.modifiedAt.getTime()) {
        const own = await findOwn(services.db, { job, node: existing });
        if (own === undefined) return ok({ kind: 'unchanged' });
        return ok(own.isRecorded ? { kind: 'recorded' } : { kind: 'imported', item: own.item });
      }
      const same = await hasContent(services, context, existing);
      if (!same.ok) return same;
      if (same.value) return ok({ kind: 'unchanged' });
    }
  }
  const basis = existing?.current_version_id ?? undefined;
  const content = await read(context);
  if (!content.ok) return content;
  const received = await guarded(content.value, async () =>
    receiveFile(
      services,
      { id: job.actor_id },
      {
        parentId: NodeId.parse(parentId),
        name,
        mediaType: content.value.mediaType.slice(0, 255),
        modifiedAt: object.modifiedAt.toISOString(),
        // A file that comes to this name meanwhile gets a version too, and no number.
        conflict: 'replace',
        ...(basis === undefined ? {} : { basedOn: VersionId.parse(basis) }),
        sizeBytes: object.sizeBytes,
        bytes: counted(content.value.bytes, context.onBytes),
      },
    ),
  );
  if (!received.ok) return err(received.error);
  if (!received.value.ok) {
    const { code } = received.value.error;
    return err(code === 'body_broken' ? 'source_changed' : code);
  }
  const node = received.value.value;
  const placed = { space_id: spaceId, id: node.id, parent_id: parentId, name: node.name };
  const versionId = node.versionId ?? '';
  if (basis !== undefined) return ok({ kind: 'imported', item: importedItem(placed, versionId, basis) });
  const own = await findOwn(services.db, { job, node: { ...placed, current_version_id: versionId } });
  return ok({ kind: 'imported', item: own?.item ?? importedItem(placed, versionId) });
}

/** Whether the existing file has the content of the object, which is read for that. */
async function hasContent(
  services: ImportNeeds,
  context: Context,
  node: { readonly space_id: string; readonly id: string; readonly current_version_id: string | null },
): Promise<Result<boolean, ErrorCode>> {
  const key = { spaceId: node.space_id, nodeId: node.id, id: node.current_version_id ?? '' };
  const version = await findVersionRow(services.db, key);
  if (version === undefined) return ok(false);
  const own = await sha256Of(services, version, context.signal);
  if (!own.ok) return own;
  if (own.value === undefined) return ok(false);
  const content = await read(context);
  if (!content.ok) return content;
  const hashed = await guarded(content.value, async () => await hashOf(content.value.bytes));
  return hashed.ok ? ok(hashed.value === own.value) : hashed;
}

/** The SHA-256 of the version's bytes, which are read if nobody has done so yet. Undefined if they cannot be read. */
async function sha256Of(
  { blobs }: ImportNeeds,
  version: VersionRow,
  signal: AbortSignal,
): Promise<Result<string | undefined, ErrorCode>> {
  const known = knownContentSha256(version);
  if (known !== null) return ok(known);
  const stored = await blobs.read(version.key);
  if (stored.ok && stored.value === undefined) return ok(undefined);
  if (stored.ok && stored.value !== undefined) {
    const [hashed] = await Promise.allSettled([hashOf(addAbortSignal(signal, stored.value.bytes))]);
    if (hashed.status === 'fulfilled') return ok(hashed.value);
  }
  // If the bucket responds, only this object is the cause.
  return (await blobs.ping()).ok ? ok(undefined) : err('store_unavailable');
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('base64');
}

async function read({ object, source, signal }: Context): ReturnType<BucketSource['read']> {
  const patience = 10 * MINUTE_MS + Math.ceil(object.sizeBytes / SLOWEST_BYTES_PER_SECOND) * SECOND_MS;
  const limit = AbortSignal.timeout(Math.min(patience, TIMER_MAX_MS));
  return await source.read(object, AbortSignal.any([signal, limit]));
}

/** Returns faults of the source as values, and closes the content. */
async function guarded<T>(content: SourceContent, work: () => Promise<T>): Promise<Result<T, SourceFault>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof SourceError) return err(error.fault);
    throw error;
  } finally {
    content.close();
  }
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes(chunk.length);
    yield chunk;
  }
}
