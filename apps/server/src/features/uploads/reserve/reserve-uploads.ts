import { type CreateUploadRequest, LIMITS, nameKey, type NodeView } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import {
  listChildrenByKey,
  listSpaceIds,
  lockNodes,
  may,
  NEEDED_ROLE,
  type NodeAccess,
  type NodeRow,
  presentNode,
} from '../../files/index.ts';
import { addBlobs, urlsUntil } from '../../ledger/index.ts';
import { judgeRoom, type LockedSpace } from '../../spaces/index.ts';
import { mediaTypeFor } from './media-type.ts';
import {
  isSinglePut,
  layoutOf,
  type PartRow,
  partRowsOf,
  staleBasis,
  type UploadFailure,
  type UploadRow,
} from '../model.ts';
import { judgeFolder } from '../own-upload.ts';
import { insertUploads, upsertParts } from '../store.ts';
import { type Allowance, createMeter, type Sender } from '../guests/sender.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs'>;

export type Reserved =
  | {
      readonly outcome: 'reserved';
      readonly upload: UploadRow;
      readonly declared: readonly PartRow[];
    }
  | { readonly outcome: 'skipped'; readonly node: NodeView };

export type Judged = Result<Reserved, UploadFailure>;

export interface Reserving {
  readonly inputs: readonly CreateUploadRequest[];
  readonly begin: (tx: Tx) => Promise<void>;
  readonly reserved: (tx: Tx, judged: ReadonlyMap<CreateUploadRequest, Judged>) => Promise<void>;
}

/**
 * Reserves quota for files in one transaction, and returns a result for each. Single-request files are declared at
 * once.
 */
export async function reserveUploads(
  services: Needs,
  actor: Sender,
  { inputs, begin, reserved }: Reserving,
): Promise<ReadonlyMap<CreateUploadRequest, Judged>> {
  if (inputs.length === 0) return new Map();
  const ids = [...new Set<string>(inputs.map((input) => input.parentId))];
  const spaceOf = await listSpaceIds(services.db, { ids, userId: actor.id });
  // Sorted, so that two calls cannot deadlock on their spaces.
  const spaceIds = [...new Set(spaceOf.values())].toSorted();
  return await inSpaceTransaction(services.db, spaceIds[0], async (tx) => {
    await begin(tx);
    const judged = new Map<CreateUploadRequest, Judged>(
      inputs.map((input) => [input, err({ code: 'node_not_found' })]),
    );
    for (const spaceId of spaceIds) {
      const own = inputs.filter((input) => spaceOf.get(input.parentId) === spaceId);
      const results = await reserveIn(tx, { services, actor, spaceId, inputs: own });
      for (const [input, result] of results) judged.set(input, result);
    }
    await reserved(tx, judged);
    return judged;
  });
}

interface Call {
  readonly services: Needs;
  readonly actor: Sender;
  readonly spaceId: string;
  readonly inputs: readonly CreateUploadRequest[];
}

async function reserveIn(tx: Tx, call: Call): Promise<ReadonlyMap<CreateUploadRequest, Judged>> {
  const { services, actor, spaceId, inputs } = call;
  const asking = { actor, now: services.clock.now() };
  const ids = [...new Set<string>(inputs.map((input) => input.parentId))];
  const locked = await lockNodes(tx, asking, { spaceId, ids });
  if (locked === undefined) return new Map();
  const slots = inputs.map((input) => ({ parentId: input.parentId, nameKey: nameKey(input.name) }));
  const rows = await listChildrenByKey(tx, spaceId, slots);
  const taken = new Map(rows.map((row) => [`${row.parent_id} ${row.name_key}`, row]));
  const judged = new Map<CreateUploadRequest, Judged>();
  const allowed = await actor.guest?.allowance(tx, {
    parentIds: ids,
    existingIds: rows.map(({ id }) => id),
  });
  if (allowed?.ok === false) return new Map(inputs.map((input) => [input, allowed]));
  const allowance = allowed?.value;
  const meter = createMeter(allowance);
  let { space } = locked;
  for (const input of inputs) {
    // The folder is checked before the name, so that a guest learns no names of other folders.
    const isOutside = allowance?.folderIds.has(input.parentId) === false;
    const parent = judgeFolder(isOutside ? undefined : locked.nodes.get(input.parentId), {
      ...asking,
      spaceId: space.id,
    });
    const existing = taken.get(`${input.parentId} ${nameKey(input.name)}`);
    const question = { ...call, input, existing, space, allowance, now: asking.now };
    const result = parent.ok ? judge({ ...question, parent: parent.value }, meter) : parent;
    judged.set(input, result);
    if (result.ok && result.value.outcome === 'reserved') {
      space = { ...space, reserved_bytes: space.reserved_bytes + input.sizeBytes };
    }
  }
  await enter(tx, spaceId, { judged: [...judged.values()], now: asking.now });
  return judged;
}

interface Question extends Omit<Call, 'inputs'> {
  readonly input: CreateUploadRequest;
  readonly parent: NodeAccess;
  readonly existing: NodeRow | undefined;
  readonly space: LockedSpace;
  readonly allowance: Allowance | undefined;
  readonly now: Date;
}

function judge(question: Question, meter: ReturnType<typeof createMeter>): Judged {
  const { existing, input, space } = question;
  const name = judgeName(question);
  if (!name.ok) return name;
  if (name.value === 'skip' && existing !== undefined) {
    return ok({ outcome: 'skipped', node: presentNode(existing) });
  }
  const room = judgeRoom(space, input.sizeBytes);
  if (!room.ok) return room;
  const replaced = name.value === 'replace' ? existing : undefined;
  const refusal = meter.take(input, replaced?.id);
  if (refusal !== undefined) return err(refusal);
  const upload = newUpload(question, replaced);
  return ok({ outcome: 'reserved', upload, declared: isSinglePut(upload) ? partRowsOf(input) : [] });
}

/** Decides what happens if the name is taken. An actor who may not see the existing item must not learn of it. */
function judgeName(question: Question): Result<'add' | 'replace' | 'skip', UploadFailure> {
  const { actor, existing, input, now, parent } = question;
  const asking = { actor, now, role: parent.role };
  if (input.basedOn !== undefined) return judgeBasis(question, input.basedOn);
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

/** Decides for an upload with a base: a version is added only if the base is still current. */
function judgeBasis(question: Question, basedOn: string): Result<'replace', UploadFailure> {
  const { actor, existing, now, parent } = question;
  const asking = { actor, now, role: parent.role };
  const seen = existing !== undefined && may(asking, 'see', existing) ? existing : undefined;
  if (seen?.current_version_id !== basedOn) return err(staleBasis(seen));
  return may(asking, 'change', seen)
    ? ok('replace')
    : err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
}

function newUpload(
  { services, actor, spaceId, input, allowance, now }: Question,
  replaced: NodeRow | undefined,
): UploadRow {
  const layout = layoutOf(input.sizeBytes);
  const { integrity } = services.blobs;
  const blobId = services.newId();
  const endMs = now.getTime() + LIMITS.uploadLifeMs;
  const isDeclared =
    (input.parts ?? []).length > 0 && isSinglePut({ part_count: layout.partCount, integrity });
  return {
    id: services.newId(),
    space_id: spaceId,
    parent_id: input.parentId,
    name: input.name,
    node_id: replaced?.id ?? services.newId(),
    version_id: services.newId(),
    blob_id: blobId,
    key: services.blobs.keyFor(blobId),
    size_bytes: input.sizeBytes,
    media_type: mediaTypeFor(input.name, input.mediaType),
    modified_at: new Date(input.modifiedAt),
    part_size_bytes: layout.partSizeBytes,
    part_count: layout.partCount,
    provider_upload_id: null,
    conflict: input.conflict,
    based_on: input.basedOn ?? null,
    integrity,
    state: isDeclared ? 'uploading' : 'reserved',
    reserved_bytes: input.sizeBytes,
    created_by: actor.id,
    created_at: now,
    updated_at: now,
    expires_at: new Date(Math.min(endMs, allowance?.expiresAt.getTime() ?? endMs)),
    request_id: actor.guest?.requestId ?? null,
    hand_in_id: actor.guest?.handInId ?? null,
    guest_name: actor.guest?.name ?? null,
    link_label: actor.guest?.linkLabel ?? null,
    replaces_id: actor.guest?.replacesId ?? null,
  };
}

async function enter(
  tx: Tx,
  spaceId: string,
  { judged, now }: { readonly judged: readonly Judged[]; readonly now: Date },
): Promise<void> {
  const reserved = judged.flatMap((result) =>
    result.ok && result.value.outcome === 'reserved' ? [result.value] : [],
  );
  const blobs = reserved.map(({ upload, declared }) => ({
    id: upload.blob_id,
    key: upload.key,
    sizeBytes: upload.size_bytes,
    urlsUntil: declared.length > 0 ? urlsUntil(now) : null,
  }));
  await addBlobs(tx, { spaceId, now, blobs });
  await insertUploads(
    tx,
    reserved.map(({ upload }) => upload),
  );
  await upsertParts(
    tx,
    reserved.map(({ upload, declared }) => ({ uploadId: upload.id, parts: declared })),
  );
}
