import {
  type CreateUploadRequest,
  isKindAccepted,
  LIMITS,
  NodeId,
  type RequestTerms,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import type { GuestAuthor, NodeRow } from '../../files/index.ts';
import {
  type Allowance,
  type GuestSender,
  type GuestUse,
  isSameType,
  listUploadedTo,
  type Sender,
  sumGuestUploads,
  type UploadFailure,
} from '../../uploads/index.ts';
import { findInLink, findUsableLink } from '../guest/open-link.ts';
import type { LinkRow } from '../model.ts';
import { endOf } from '../policy.ts';
import { findLink } from '../store/links.ts';
import {
  findHandIn,
  findHandInByKey,
  type HandInRow,
  listHandInFolders,
  listTerms,
} from '../store/requests.ts';
import { hashToken } from '../token.ts';

/** A guest with a hand-in. The key was issued after the password of the link was checked, and replaces it. */
export interface HandInGuest {
  readonly token: string;
  readonly key: string;
}

export interface OpenHandIn {
  readonly link: LinkRow;
  readonly root: NodeRow;
  readonly terms: RequestTerms;
  readonly handIn: HandInRow;
  readonly now: Date;
}

/** The maximum number of folders: the folder of the hand-in and those in it. */
export const FOLDERS_MAX = SERVER_LIMITS.requestFoldersMax + 1;

/** Finds the hand-in for the key. A key of another request is unknown. */
export async function openHandIn(
  { clock, db, settings }: Pick<Services, 'clock' | 'db' | 'settings'>,
  { token, key }: HandInGuest,
): Outcome<OpenHandIn, Failure> {
  const usable = await findUsableLink({ clock, db, settings }, token);
  if (!usable.ok) return usable;
  const { link, root, now } = usable.value;
  const terms = (await listTerms(db, [link.id])).get(link.id);
  if (terms === undefined) return err({ code: 'link_unknown' });
  const handIn = await findHandInByKey(db, { linkId: link.id, keyHash: hashToken(key) });
  if (handIn === undefined) return err({ code: 'hand_in_not_found' });
  return hasLostLink(link, handIn)
    ? err({ code: 'link_unknown' })
    : ok({ link, root: root.node, terms, handIn, now });
}

/** Whether the session of an edit link was ended by a new password. */
function hasLostLink({ kind }: LinkRow, handIn: HandInRow): boolean {
  return kind === 'edit' && handIn.finished_at !== null;
}

/** The owner of a guest's `Idempotency-Key`, which is the link's creator. The key alone gives no access. */
export async function findKeyOwner(
  services: Pick<Services, 'clock' | 'db' | 'settings'>,
  token: string,
): Promise<string | undefined> {
  const usable = await findUsableLink(services, token);
  return usable.ok ? usable.value.link.created_by : undefined;
}

/**
 * Reads the link and the hand-in again. Requires the space lock, which revocations, changes and the end of the hand-in
 * take too.
 */
export async function stillOpen(
  tx: Tx,
  { link: { id: linkId }, handIn: { id: handInId }, root }: OpenHandIn,
  now: Date,
): Promise<Result<OpenHandIn, { readonly code: 'link_unknown' | 'link_expired' | 'hand_in_finished' }>> {
  const link = await findLink(tx, linkId);
  const terms = (await listTerms(tx, [linkId])).get(linkId);
  const handIn = await findHandIn(tx, handInId);
  const end = link === undefined ? 'unavailable' : endOf(link, now);
  if (end === 'expired') return err({ code: 'link_expired' });
  if (end !== undefined || link === undefined || terms === undefined || handIn === undefined) {
    return err({ code: 'link_unknown' });
  }
  if (hasLostLink(link, handIn)) return err({ code: 'link_unknown' });
  return handIn.finished_at === null
    ? ok({ link, root, terms, handIn, now })
    : err({ code: 'hand_in_finished' });
}

/** The guest shown as the author of a change. */
export function guestOf({ link, handIn }: Pick<OpenHandIn, 'handIn' | 'link'>): GuestAuthor {
  return { name: handIn.guest_name, link: link.kind === 'edit' ? link.label : null };
}

/**
 * The sender of guest uploads: they count as sent by the link's creator, into the folders of the hand-in or of the
 * link.
 */
export function senderOf({ clock }: Pick<Services, 'clock'>, open: OpenHandIn): Sender {
  const { link, root, handIn } = open;
  return {
    id: link.created_by,
    guest: {
      requestId: link.id,
      handInId: handIn.id,
      name: handIn.guest_name,
      linkLabel: guestOf(open).link,
      refusal: (file) => refusalOf(file, open),
      ...(link.kind === 'edit' &&
        root.kind === 'folder' && {
          foldersAmong: async (db, ids) =>
            new Set((await findInLink(db, { link, now: clock.now() }, ids)).keys()),
        }),
      ...(link.kind === 'edit' &&
        root.kind === 'file' && {
          replacesId: root.id,
          placed: (file) => asVersion(file, root),
        }),
      allowance: async (tx, asked) => {
        const now = clock.now();
        const still = await stillOpen(tx, open, now);
        return still.ok ? ok(await allowanceOf(tx, still.value, asked)) : still;
      },
    },
  };
}

/** The folders of an edit link in which its guests may add files now. None once the link has ended. */
export function foldersOfLink(
  { clock }: Pick<Services, 'clock'>,
  linkId: string,
): NonNullable<GuestSender['foldersAmong']> {
  return async (db, ids) => {
    const now = clock.now();
    const link = await findLink(db, linkId);
    if (link === undefined || endOf(link, now) !== undefined) return new Set();
    return new Set((await findInLink(db, { link, now }, ids)).keys());
  };
}

/**
 * Why a file is not accepted, or undefined. With a link to a file, uploads become its versions, so the sent name only
 * determines the kind.
 */
function refusalOf(
  file: Pick<CreateUploadRequest, 'name' | 'parentId'>,
  { link, root, terms }: Pick<OpenHandIn, 'link' | 'root' | 'terms'>,
): UploadFailure | undefined {
  if (!isKindAccepted(file.name, terms.kinds)) return { code: 'kind_not_accepted' };
  if (link.kind !== 'edit' || root.kind === 'folder') return undefined;
  if (file.parentId !== root.id) return { code: 'node_not_found' };
  return isSameType(file.name, root.name) ? undefined : { code: 'kind_not_accepted' };
}

/**
 * Turns an upload into a version of the linked file. Without `basedOn`, concurrent uploads each add a version, so that
 * none is lost.
 */
function asVersion(file: CreateUploadRequest, { name, parent_id: parentId }: NodeRow): CreateUploadRequest {
  return { ...file, parentId: NodeId.parse(parentId), name, conflict: 'replace' };
}

async function allowanceOf(
  tx: Tx,
  { link, root, terms, handIn, now }: OpenHandIn,
  { parentIds, existingIds }: Parameters<GuestSender['allowance']>[1],
): Promise<Allowance> {
  const use = (await sumGuestUploads(tx, 'request_id', [link.id])).get(link.id);
  const folders =
    link.kind === 'edit' ? [] : await listHandInFolders(tx, { handInId: handIn.id, limit: FOLDERS_MAX });
  const inside = link.kind === 'edit' ? await listPlaces(tx, { link, now }, parentIds) : [];
  return {
    ...leftOf(terms, use),
    countedIds: root.kind === 'file' ? undefined : await listUploadedTo(tx, link.id, existingIds),
    uploadsLeft: Math.max(0, LIMITS.requestFilesMax - (use?.uploads ?? 0)),
    folderIds: new Set([...inside, ...folders.map((folder) => folder.node_id)]),
    expiresAt: link.expires_at,
  };
}

/** The requested folders that are in the link, or the current folder of the linked file. */
async function listPlaces(
  tx: Tx,
  opened: Pick<OpenHandIn, 'link' | 'now'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await findInLink(tx, opened, [...new Set([opened.link.node_id, ...ids])]);
  const root = found.get(opened.link.node_id)?.node;
  if (root?.kind !== 'file') return [...found.keys()];
  return root.parent_id === null ? [] : [root.parent_id];
}

/** What the terms still allow. Running uploads count, so that they always fit when they complete. */
export function leftOf(
  { filesMax, bytesMax }: RequestTerms,
  use: GuestUse | undefined,
): { readonly filesLeft: number; readonly bytesLeft: number | null } {
  const files = (use?.files ?? 0) + (use?.openFiles ?? 0);
  const bytes = (use?.bytes ?? 0) + (use?.openBytes ?? 0);
  return {
    filesLeft: Math.max(0, (filesMax ?? LIMITS.requestFilesMax) - files),
    bytesLeft: bytesMax === null ? null : Math.max(0, bytesMax - bytes),
  };
}
