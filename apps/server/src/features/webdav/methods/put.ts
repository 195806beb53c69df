import { nameKey, NodeId, type NodeView, VersionId, SERVER_LIMITS } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { FairSlots } from '../../../platform/fair-slots.ts';
import { listChildrenByKey } from '../../files/index.ts';
import { RECEIVED_MAX_BYTES, receiveFile } from '../../uploads/index.ts';
import { judgeConditions } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import { judgeIf, judgeLocks } from '../locks/judge-locks.ts';
import type { DavCall, DavFailure, Found, Target } from '../dav-call.ts';
import { isAllowedName } from '../paths.ts';
import { roomIn } from '../properties.ts';
import { spool } from '../spool.ts';

export async function put(call: DavCall, slots: FairSlots): Promise<Result<Response, DavFailure>> {
  const { headers } = call.request;
  if (headers.has('content-range')) return err({ status: 400, text: 'A file is sent as a whole.' });
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return err({ status: 415 });
  const target = await findTarget(call.services, call.actor, call.path.names);
  const place = placeOf(call, target);
  if (!place.ok) return place;
  const condition = judgeConditions(headers, target);
  if (!condition.ok) return condition;
  const tokens = await judgeIf(call, target);
  if (!tokens.ok) return tokens;
  const open = await judgeLocks(call, tokens.value, [
    target.kind === 'found' ? { found: target, as: 'node' } : undefined,
    target.kind === 'missing' && target.parent !== undefined
      ? { found: target.parent, as: 'entry' }
      : undefined,
  ]);
  if (!open.ok) return open;
  const slot = await slots.acquire(call.actor.id, () => call.request.signal);
  if (!slot.ok) return err({ code: 'rate_limited' });
  try {
    const received = await receive(call, place.value);
    if (!received.ok) return received;
    const { versionId, revision: _ } = received.value;
    const answered = new Headers({ etag: `"${defined(versionId, 'the received file has no version')}"` });
    if (sentTime(headers) !== undefined) answered.set('x-oc-mtime', 'accepted');
    return ok(new Response(null, { status: target.kind === 'found' ? 204 : 201, headers: answered }));
  } finally {
    slot.value();
  }
}

export interface Place {
  readonly parentId: string;
  readonly name: string;
  readonly roomBytes: number;
  readonly folder: Found | undefined;
  /** The version that must still be the current one. */
  readonly basedOn: string | undefined;
  readonly isNewOnly: boolean;
}

/** Where a file can be stored. Also used for the empty file that a lock creates. */
export function placeOf(call: DavCall, target: Target): Result<Place, DavFailure> {
  if (target.kind === 'top') return err({ status: 405 });
  if (target.kind === 'missing' && target.names.length === 1) {
    return err({
      status: 403,
      text: 'This folder contains only spaces. Create spaces in the web application.',
    });
  }
  const { headers } = call.request;
  const name = defined(target.names.at(-1), 'the path has no name');
  if (target.kind === 'found') {
    const { node } = target.access;
    if (node.kind === 'folder') return err({ status: 405 });
    const parentId = defined(node.parent_id, 'the file has no folder');
    const match = headers.get('if-match');
    const basedOn = match === null || match.trim() === '*' ? undefined : node.current_version_id;
    // The existing spelling of the name stays, whatever the case of the path.
    const given = { parentId, name: node.name, basedOn: basedOn ?? undefined, isNewOnly: false };
    return ok({ ...given, folder: undefined, roomBytes: roomIn(target.space) });
  }
  if (target.parent === undefined || call.path.endsWithSlash) return err({ status: 409 });
  if (!isAllowedName(name)) return err({ status: 400, text: 'The name is not allowed.' });
  const isNewOnly = headers.get('if-none-match')?.trim() === '*';
  const { parent: folder } = target;
  const parentId = folder.access.node.id;
  return ok({ parentId, folder, name, basedOn: undefined, isNewOnly, roomBytes: roomIn(folder.space) });
}

async function receive(call: DavCall, place: Place): Promise<Result<NodeView, DavFailure>> {
  const { headers } = call.request;
  const announced = announcedLength(headers);
  if (announced !== undefined && announced > RECEIVED_MAX_BYTES) return tooLarge(RECEIVED_MAX_BYTES);
  if (announced !== undefined) {
    return await receiveKnown(call, place, { sizeBytes: announced, bytes: call.body() });
  }
  const maxBytes = Math.min(place.roomBytes, SERVER_LIMITS.davUnannouncedMaxBytes);
  await using spooled = await spool(call.body(), maxBytes);
  if (spooled.sizeBytes === undefined) {
    return place.roomBytes <= maxBytes ? err({ code: 'quota_exceeded' }) : tooLarge(maxBytes);
  }
  return await receiveKnown(call, place, { sizeBytes: spooled.sizeBytes, bytes: spooled.read() });
}

function tooLarge(limit: number): Result<never, DavFailure> {
  return err({ code: 'file_too_large', facts: { limit } });
}

interface Body {
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export async function receiveKnown(
  { services, actor, request }: DavCall,
  place: Place,
  body: Body,
): Promise<Result<NodeView, DavFailure>> {
  if (await isTakenUnseen(services, place)) return err({ status: 412 });
  const received = await receiveFile(services, actor, {
    ...body,
    parentId: NodeId.parse(place.parentId),
    name: place.name,
    mediaType: (request.headers.get('content-type') ?? '').slice(0, 255),
    modifiedAt: (sentTime(request.headers) ?? services.clock.now()).toISOString(),
    conflict: place.isNewOnly ? 'ask' : 'replace',
    ...(place.basedOn === undefined ? {} : { basedOn: VersionId.parse(place.basedOn) }),
  });
  if (received.ok) return received;
  const { error } = received;
  if (error.code === 'body_broken') return err({ status: 400, text: 'The body has another length.' });
  if (error.code === 'name_taken' || error.code === 'revision_conflict') return err({ status: 412 });
  return err(error);
}

/** The file would get a number, and a client that looks for its name would send it again and again. */
async function isTakenUnseen({ db }: DavCall['services'], { folder, name }: Place): Promise<boolean> {
  if (folder?.access.role !== 'contributor') return false;
  const { space_id: spaceId, id: parentId } = folder.access.node;
  return (await listChildrenByKey(db, spaceId, [{ parentId, nameKey: nameKey(name) }])).length > 0;
}

/**
 * The announced length. Undefined for a chunked body, unless a client such as Finder sends the length in
 * `X-Expected-Entity-Length`.
 */
function announcedLength(headers: Headers): number | undefined {
  const given = headers.get('content-length') ?? headers.get('x-expected-entity-length');
  if (given !== null && /^\d{1,15}$/.test(given)) return Number(given);
  return headers.has('transfer-encoding') ? undefined : 0;
}

/** When the file was changed on its original disk, as sync clients send it. */
function sentTime(headers: Headers): Date | undefined {
  const seconds = headers.get('x-oc-mtime');
  return seconds === null || !/^\d{1,11}(\.\d+)?$/.test(seconds)
    ? undefined
    : new Date(Number(seconds) * 1000);
}
