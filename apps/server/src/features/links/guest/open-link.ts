import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { findNodes, type NodeAccess } from '../../files/index.ts';
import type { LinkRow } from '../model.ts';
import { endOf } from '../policy.ts';
import { endDownloads } from '../store/downloads.ts';
import { findLinkByToken } from '../store/links.ts';
import { hashToken } from '../token.ts';
import { hasPass } from './passes.ts';

export type GuestNeeds = Pick<Services, 'cipher' | 'clock' | 'db' | 'settings'>;

/** A caller who uses a public link. */
export interface Guest {
  readonly token: string;
  /** Value of the cookie with passes, which prove that link passwords were entered. */
  readonly passes: string | undefined;
  readonly address: string;
}

export interface OpenLink {
  readonly link: LinkRow;
  readonly root: NodeAccess;
  readonly now: Date;
}

/** The error for each end of a link. Revoked links get the same error as unknown and deleted ones. */
export const FAILURE_OF_END = {
  unavailable: 'link_unknown',
  expired: 'link_expired',
  exhausted: 'link_exhausted',
} as const;

/** Finds a link that works now. Does not check the password. */
export async function findUsableLink(
  { clock, db, settings }: Pick<GuestNeeds, 'clock' | 'db' | 'settings'>,
  token: string,
): Outcome<OpenLink, Failure> {
  const now = clock.now();
  if (!(await settings.read(db)).linksAllowed) return err({ code: 'link_unknown' });
  const link = await findLatest(db, { tokenHash: hashToken(token), now });
  if (link === undefined) return err({ code: 'link_unknown' });
  const end = endOf(link, now);
  if (end !== undefined) return err({ code: FAILURE_OF_END[end] });
  const root = (await findInLink(db, { link, now }, [link.node_id])).get(link.node_id);
  return root === undefined ? err({ code: 'link_unknown' }) : ok({ link, root, now });
}

/** Reads the link. If it is at its limit, first returns counted downloads that never began. */
async function findLatest(
  db: Db,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<LinkRow | undefined> {
  const link = await findLinkByToken(db, tokenHash);
  if (link === undefined || endOf(link, now) !== 'exhausted') return link;
  const ended = await inTransaction(db, async (tx) => await endDownloads(tx, { linkId: link.id, now }));
  return ended === 0 ? link : await findLinkByToken(db, tokenHash);
}

export async function openLinkOf(services: GuestNeeds, guest: Guest): Outcome<OpenLink, Failure> {
  const usable = await findUsableLink(services, guest.token);
  if (!usable.ok) return usable;
  const { link, now } = usable.value;
  const { id, password_hash: passwordHash } = link;
  if (passwordHash === null) return usable;
  const isOpen = hasPass(services.cipher, guest.passes, { link: { id, passwordHash }, now });
  return isOpen ? usable : err({ code: 'link_password_required' });
}

/** Opens a link that shows items. A file request shows none. */
export async function openShareOf(services: GuestNeeds, guest: Guest): Outcome<OpenLink, Failure> {
  const opened = await openLinkOf(services, guest);
  return opened.ok && opened.value.link.kind === 'request' ? err({ code: 'link_unknown' }) : opened;
}

/** Opens a link that allows downloads. Links of kind `view` do not. */
export async function openDownloadOf(services: GuestNeeds, guest: Guest): Outcome<OpenLink, Failure> {
  const opened = await openShareOf(services, guest);
  return opened.ok && opened.value.link.kind === 'view' ? err({ code: 'not_allowed' }) : opened;
}

/**
 * Reads with the rights of the link's creator, limited to the link's node and its current descendants. Omits trashed
 * items and everything else.
 */
export async function findInLink(
  db: Db | Tx,
  { link, now }: { readonly link: LinkRow; readonly now: Date },
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  const accesses = await findNodes(db, { actor: { id: link.created_by }, now }, ids);
  return new Map([...accesses].filter(([, access]) => isInside(access, link)));
}

function isInside({ node, ancestors }: NodeAccess, link: LinkRow): boolean {
  if (node.space_id !== link.space_id) return false;
  return node.id === link.node_id || ancestors.some((ancestor) => ancestor.id === link.node_id);
}

/** Finds a node in the link. Fails for a node outside, and for a file request, which shows nothing. */
export async function findNodeInLink(
  services: GuestNeeds,
  guest: Guest,
  nodeId: string,
): Promise<Result<OpenLink & { readonly found: NodeAccess }, Failure>> {
  const opened = await openShareOf(services, guest);
  if (!opened.ok) return opened;
  const found = (await findInLink(services.db, opened.value, [nodeId])).get(nodeId);
  if (found === undefined) return err({ code: 'node_not_found' });
  return ok({ ...opened.value, found });
}
