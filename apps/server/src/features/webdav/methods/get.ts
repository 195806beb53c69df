import { NodeId, SERVER_LIMITS } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import { contentDisposition } from '../../../platform/blobs/content-disposition.ts';
import { servedAs } from '../../../platform/blobs/served-media-type.ts';
import { takenStream } from '../../../platform/blobs/taken-stream.ts';
import type { FairSlots } from '../../../platform/fair-slots.ts';
import { wantedBytes } from '../../../platform/network/byte-range.ts';
import { findVersionBlob } from '../../content/index.ts';
import { etagOf, isListed } from '../conditions.ts';
import { findTarget } from '../find-target.ts';
import type { DavCall, DavFailure } from '../dav-call.ts';

const FOLDER_TEXT = 'This is a folder of Coffer for programs that connect it as a drive.\n';

/**
 * Sends a file. [Note: Relay] applies here too: the bytes come from Coffer's own origin, and must never act as a page.
 */
export async function get(call: DavCall, slots: FairSlots): Promise<Result<Response, DavFailure>> {
  const target = await findTarget(call.services, call.actor, call.path.names);
  if (target.kind === 'missing') return err({ status: 404 });
  if (target.kind === 'top' || target.access.node.kind === 'folder') {
    return ok(new Response(FOLDER_TEXT, { headers: { 'content-type': 'text/plain; charset=utf-8' } }));
  }
  const { node } = target.access;
  const versionId = defined(node.current_version_id, 'a file has a version');
  const key = { spaceId: node.space_id, nodeId: NodeId.parse(node.id), versionId };
  const blob = await findVersionBlob(call.services.db, key);
  if (blob === undefined) return err({ status: 404 });
  const { headers: asked, method } = call.request;
  const etag = etagOf(node) ?? '';
  const headers = {
    'content-type': servedAs(blob.media_type, 'attachment').mediaType,
    'content-disposition': contentDisposition('attachment', node.name),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-cache, no-transform',
    'accept-ranges': 'bytes',
    'last-modified': node.modified_at.toUTCString(),
    etag,
  };
  const condition = judgeReading(asked, { etag, modifiedAt: node.modified_at });
  if (condition === 412) return err({ status: 412 });
  if (condition === 304) return ok(new Response(null, { status: 304, headers }));
  const { size_bytes: sizeBytes } = blob;
  const range = { range: asked.get('range') ?? undefined, ifRange: asked.get('if-range') ?? undefined };
  const bytes = method === 'HEAD' ? { kind: 'whole' as const } : wantedBytes(range, { sizeBytes, etag });
  if (bytes.kind === 'beyond') {
    return ok(
      new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${sizeBytes}` } }),
    );
  }
  const [from, to] = bytes.kind === 'part' ? [bytes.from, bytes.to] : [0, sizeBytes - 1];
  const sent = { ...headers, 'content-length': String(to - from + 1) };
  if (method === 'HEAD') return ok(new Response(null, { headers: sent }));
  const sending = (signal: AbortSignal) => send(call, slots, { key: blob.key, from, to, signal });
  const body = sizeBytes === 0 ? null : takenStream(sending, SERVER_LIMITS.davStallMs);
  return ok(
    bytes.kind === 'part'
      ? new Response(body, {
          status: 206,
          headers: { ...sent, 'content-range': `bytes ${from}-${to}/${sizeBytes}` },
        })
      : new Response(body, { headers: sent }),
  );
}

/**
 * The status if a precondition of the request decides.
 * @see RFC 9110 section 13.2.2
 */
function judgeReading(
  headers: Headers,
  { etag, modifiedAt }: { readonly etag: string; readonly modifiedAt: Date },
): 304 | 412 | undefined {
  const lists = (name: string, comparison: 'strong' | 'weak'): boolean | undefined => {
    const header = headers.get(name);
    return header === null ? undefined : header.trim() === '*' || isListed(header, etag, comparison);
  };
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  const since = (name: string): number => Math.floor(Date.parse(headers.get(name) ?? '') / 1000);
  const matches = lists('if-match', 'strong');
  if (matches === false || (matches === undefined && seconds > since('if-unmodified-since'))) return 412;
  const known = lists('if-none-match', 'weak');
  // The time of a file goes back when an older one takes its place.
  if (known === true || (known === undefined && seconds === since('if-modified-since'))) return 304;
  return undefined;
}

interface Sent {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
}

async function* send(
  { services, actor }: DavCall,
  slots: FairSlots,
  { key, from, to, signal }: Sent,
): AsyncGenerator<Uint8Array> {
  const slot = await slots.acquire(actor.id, () => signal);
  if (!slot.ok) throw new Error('there are too many downloads at once');
  const abort = new AbortController();
  try {
    const found = await services.blobs.readRange(key, { from, to, signal: abort.signal });
    if (!found.ok || found.value?.sizeBytes !== to - from + 1) {
      throw new Error('the store did not return the requested bytes');
    }
    yield* found.value.bytes;
  } finally {
    abort.abort();
    slot.value();
  }
}
