import {
  type CreateUploadRequest,
  type CreateUploadResult,
  nameKey,
  type NodeView,
  type Person,
  LIMITS,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import {
  findChildByKey,
  lockNode,
  may,
  NEEDED_ROLE,
  type NodeAccess,
  type NodeRow,
  presentNode,
} from '../files/index.ts';
import { enterBlob } from '../ledger/index.ts';
import { endUpload } from './end-upload.ts';
import { mediaTypeFor } from './media-type.ts';
import { layoutOf, partIssues, type UploadFailure, type UploadRow } from './model.ts';
import { presentUpload } from './present.ts';
import { openAtProvider } from './provider-upload.ts';
import { judgeRoom } from './room.ts';
import { declareAndSign } from './sign-parts.ts';
import { insertUpload } from './store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

type Reserved =
  | { readonly outcome: 'reserved'; readonly upload: UploadRow }
  | { readonly outcome: 'skipped'; readonly node: NodeView };

/**
 * Reserves room for a file before its first byte, enters its object into the ledger, opens the upload at the store and signs
 * the first parts when they are given.
 */
export async function createUpload(
  services: Needs,
  actor: Person,
  input: CreateUploadRequest,
): Outcome<CreateUploadResult, UploadFailure> {
  const parts = input.parts ?? [];
  const { integrity } = services.blobs;
  const issues = partIssues(parts, { ...layoutOf(input.sizeBytes), integrity });
  if (issues.length > 0) return err({ code: 'invalid_request', issues });
  const reserved = await inTransaction(
    services.db,
    async (tx) => await reserve(tx, { services, actor, input }),
  );
  if (!reserved.ok) return reserved;
  if (reserved.value.outcome === 'skipped') return ok(reserved.value);
  const opened = await openAtProvider(services, reserved.value.upload);
  if (!opened.ok) {
    await endUpload(services, reserved.value.upload.id, 'failed');
    return opened;
  }
  if (parts.length === 0) {
    return ok({ outcome: 'created', upload: presentUpload(opened.value), signed: [] });
  }
  const signed = await declareAndSign(services, { actor, upload: opened.value, parts });
  if (!signed.ok) return signed;
  return ok({
    outcome: 'created',
    upload: presentUpload(signed.value.upload),
    signed: [...signed.value.signed],
  });
}

interface Call {
  readonly services: Needs;
  readonly actor: Person;
  readonly input: CreateUploadRequest;
}

async function reserve(tx: Tx, call: Call): Outcome<Reserved, UploadFailure> {
  const { services, actor, input } = call;
  const now = services.clock.now();
  const parent = await lockNode(tx, { actor, now }, input.parentId);
  if (parent === undefined || parent.node.kind !== 'folder') return err({ code: 'node_not_found' });
  if (!may({ actor, now, role: parent.role }, 'add', parent.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
  }
  const existing = await findChildByKey(tx, {
    spaceId: parent.space.id,
    parentId: parent.node.id,
    nameKey: nameKey(input.name),
  });
  const judged = judgeName(call, parent, { existing, now });
  if (!judged.ok) return judged;
  if (judged.value === 'skip' && existing !== undefined) {
    return ok({ outcome: 'skipped', node: presentNode(existing) });
  }
  const room = judgeRoom(parent.space, input.sizeBytes);
  if (!room.ok) return room;
  const replaced = judged.value === 'replace' ? existing : undefined;
  const upload = await insert(tx, call, { spaceId: parent.space.id, replaced, now });
  return ok({ outcome: 'reserved', upload });
}

/** What the conflict rule makes of a name that is taken. Whoever may not see what is there does not learn of it. */
function judgeName(
  call: Call,
  parent: NodeAccess,
  found: { readonly existing: NodeRow | undefined; readonly now: Date },
): Result<'add' | 'replace' | 'skip', UploadFailure> {
  const { actor, input } = call;
  const { existing, now } = found;
  const asking = { actor, now, role: parent.role };
  if (existing === undefined || !may(asking, 'see', existing)) return ok('add');
  switch (input.conflict) {
    case 'rename':
      return ok('add');
    case 'skip':
      return ok('skip');
    case 'replace':
      if (existing.kind === 'folder') break;
      return may(asking, 'change', existing)
        ? ok('replace')
        : err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
    case 'ask':
      break;
  }
  return err({ code: 'name_taken', facts: { existing_id: existing.id } });
}

async function insert(
  tx: Tx,
  { services, actor, input }: Call,
  place: { readonly spaceId: string; readonly replaced: NodeRow | undefined; readonly now: Date },
): Promise<UploadRow> {
  const { spaceId, now } = place;
  const blobId = services.newId();
  const layout = layoutOf(input.sizeBytes);
  const row = {
    id: services.newId(),
    space_id: spaceId,
    parent_id: input.parentId,
    name: input.name,
    node_id: place.replaced?.id ?? services.newId(),
    version_id: services.newId(),
    blob_id: blobId,
    size_bytes: input.sizeBytes,
    media_type: mediaTypeFor(input.name, input.mediaType),
    modified_at: new Date(input.modifiedAt),
    part_size_bytes: layout.partSizeBytes,
    part_count: layout.partCount,
    provider_upload_id: null,
    conflict: input.conflict,
    integrity: services.blobs.integrity,
    state: 'reserved',
    reserved_bytes: input.sizeBytes,
    created_by: actor.id,
    created_at: now,
    expires_at: new Date(now.getTime() + LIMITS.uploadLifeMs),
  } as const;
  const key = services.blobs.keyFor(blobId);
  await enterBlob(tx, { id: blobId, spaceId, key, sizeBytes: input.sizeBytes, now });
  await insertUpload(tx, row);
  return { ...row, key };
}
