import {
  type BeginHandInRequest,
  beginningOf,
  type BegunHandIn,
  NodeId,
  nodeNameIssue,
  replaceHidden,
  type RequestTerms,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { createFolderIn } from '../../files/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import { type Guest, type GuestNeeds, type OpenLink, openLinkOf } from '../guest/open-link.ts';
import { endOf } from '../policy.ts';
import { findLink } from '../store/links.ts';
import { countHandIns, insertHandIn, insertHandInFolder, listTerms } from '../store/requests.ts';
import { hashToken, newToken } from '../token.ts';

type Needs = GuestNeeds & Pick<Services, 'newId'>;

/**
 * Begins a hand-in. In a file request it gets a separate folder, so that guests cannot collide with existing files or
 * each other.
 */
export async function beginHandIn(
  services: Needs,
  guest: Guest,
  given: BeginHandInRequest,
): Outcome<BegunHandIn, Failure> {
  const opened = await openLinkOf(services, guest);
  if (!opened.ok) return opened;
  const { link } = opened.value;
  return await inSpaceTransaction(services.db, link.space_id, async (tx): Outcome<BegunHandIn, Failure> => {
    await lockSpace(tx, link.space_id);
    const terms = (await listTerms(tx, [link.id])).get(link.id);
    const current = await findLink(tx, link.id);
    if (terms === undefined || current === undefined || endOf(current, services.clock.now()) !== undefined) {
      return err({ code: 'link_unknown' });
    }
    // A new password may have been set since the pass was checked.
    if (current.password_hash !== link.password_hash) return err({ code: 'link_password_required' });
    // An edit link requires neither name nor e-mail address.
    const issues = link.kind === 'edit' ? [] : missingIn(given, terms);
    if (issues.length > 0) return err({ code: 'invalid_request', issues });
    const since = new Date(services.clock.now().getTime() - SERVER_LIMITS.handInUnusedMs);
    if ((await countHandIns(tx, { linkId: link.id, since })) >= SERVER_LIMITS.requestHandInsMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.requestHandInsMax } });
    }
    return await insertIn(tx, services, { ...opened.value, given: onlyAsked(given, terms) });
  });
}

function missingIn({ name, email }: BeginHandInRequest, { asksName, asksEmail }: RequestTerms) {
  return [
    ...(asksName && name === '' ? [{ path: 'name', code: 'required' as const }] : []),
    ...(asksEmail && email === '' ? [{ path: 'email', code: 'required' as const }] : []),
  ];
}

/** Drops fields that the request does not ask for. */
function onlyAsked({ name, email }: BeginHandInRequest, terms: RequestTerms): BeginHandInRequest {
  return { name: terms.asksName ? name : '', email: terms.asksEmail ? email : '' };
}

async function insertIn(
  tx: Tx,
  services: Needs,
  { link, root, given }: OpenLink & { readonly given: BeginHandInRequest },
): Outcome<BegunHandIn, Failure> {
  const now = services.clock.now();
  if (link.kind === 'edit') return await insertSession(tx, services, { link, root, now });
  const name = folderNameOf(given.name, now);
  const folder = await createFolderIn(tx, {
    services,
    actor: { id: link.created_by },
    input: { parentId: NodeId.parse(link.node_id), name, ifExists: 'rename' },
    spaceId: link.space_id,
    guest: { name: given.name, link: null },
  });
  if (!folder.ok) return folder.error.code === 'node_not_found' ? err({ code: 'link_unknown' }) : folder;
  const key = newToken();
  const id = services.newId();
  const folderId = folder.value.id;
  await insertHandIn(tx, { id, linkId: link.id, keyHash: hashToken(key), ...given, folderId, now });
  await insertHandInFolder(tx, { nodeId: folderId, handInId: id, path: [] });
  return ok({ key, folderId });
}

/**
 * With an edit link, guests upload directly into its folder, or add versions to its file. The creator is notified about
 * that folder.
 */
async function insertSession(
  tx: Tx,
  services: Needs,
  { link, root: { node }, now }: OpenLink,
): Outcome<BegunHandIn, Failure> {
  const key = newToken();
  const handIn = { id: services.newId(), linkId: link.id, keyHash: hashToken(key) };
  const folderId = node.kind === 'file' && node.parent_id !== null ? node.parent_id : node.id;
  await insertHandIn(tx, { ...handIn, name: '', email: '', folderId, now });
  return ok({ key, folderId: NodeId.parse(node.id) });
}

const NAME_BYTES_MAX = 120;

/** A name such as `Ingrid Solheim 2026-11-24`. Only the date if the guest's name cannot be used. */
export function folderNameOf(guestName: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  const usable = beginningOf(
    replaceHidden(guestName, () => '')
      .replaceAll(/[/\\]/g, ' ')
      .trim(),
    NAME_BYTES_MAX,
  );
  const name = `${usable} ${day}`.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return nodeNameIssue(name) === undefined ? name : day;
}
