import type { ChangeLinkRequest, Issue, LinkId, Person, PublicLink, Settings } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { findNode } from '../../files/index.ts';
import { endGuestUploads, moveGuestUploadEnds } from '../../uploads/index.ts';
import type { LinkRow } from '../model.ts';
import { hashPassword } from '../password.ts';
import { neededToChange } from '../policy.ts';
import { requestViewsOf } from '../requests/request-views.ts';
import { changeLinkRow, findLink } from '../store/links.ts';
import { changeTerms, finishHandIns } from '../store/requests.ts';
import { inLinkSpace, type LinkWork } from './in-link-space.ts';
import { unfitMembers } from './kind-members.ts';
import { policyIssues } from './link-policy.ts';
import { presentLink } from './present.ts';

interface Change {
  readonly linkId: LinkId;
  readonly change: ChangeLinkRequest;
  readonly revision: number | undefined;
}

export async function changeLink(
  services: Pick<Services, 'clock' | 'db' | 'newId' | 'settings'>,
  actor: Person,
  { linkId, change, revision }: Change,
): Outcome<PublicLink, Failure> {
  const { password } = change;
  const settings = await services.settings.read(services.db);
  const passwordHash = typeof password === 'string' ? await hashPassword(password) : password;
  return await inLinkSpace(services, { actor, linkId }, async (tx, work) => {
    const refusal = refusalOf(work, { change, revision, settings });
    if (refusal !== undefined) return err(refusal);
    const { link, now } = work;
    const merged = mergedWith(link, change, passwordHash);
    await changeLinkRow(tx, { ...merged, id: link.id, now });
    await moveGuestUploadEnds(tx, { id: link.id, endsAt: merged.expiresAt, now });
    // Guests of an edit link change what others sent, so they need the new password too.
    if (link.kind === 'edit' && typeof passwordHash === 'string') {
      await finishHandIns(tx, { by: 'link_id', id: link.id, now });
      await endGuestUploads(tx, { by: 'request_id', id: link.id, now });
    }
    if (change.request !== undefined) await changeTerms(tx, link.id, change.request);
    await work.record('link_changed');
    const changed = defined(await findLink(tx, link.id), 'a locked link disappeared');
    const access = await findNode(tx, { actor, now }, link.node_id);
    const requests = await requestViewsOf(tx, [changed]);
    return ok(presentLink(changed, { actor, now, node: access?.node, requests }));
  });
}

function refusalOf(
  { link, isCreator, role, now }: LinkWork,
  { change, revision, settings }: Pick<Change, 'change' | 'revision'> & { readonly settings: Settings },
): Failure | undefined {
  if (role === undefined) return { code: 'link_unknown' };
  const needed = neededToChange({ role, isCreator });
  if (needed !== undefined) return { code: 'not_allowed', facts: { needed_role: needed } };
  if (!settings.linksAllowed) return { code: 'links_turned_off' };
  if (revision === undefined) return { code: 'revision_required' };
  if (revision !== link.revision) {
    return { code: 'revision_conflict', facts: { current_revision: link.revision } };
  }
  const expiresAt = change.expiresAt === undefined ? undefined : new Date(change.expiresAt);
  const issues = [
    ...policyIssues(settings, { expiresAt, password: change.password }, now),
    ...kindIssues(link, change),
  ];
  return issues.length === 0 ? undefined : { code: 'invalid_request', issues };
}

function kindIssues(
  { kind }: LinkRow,
  { label, request, downloadsMax, bytesMax }: ChangeLinkRequest,
): readonly Issue[] {
  const unfit = unfitMembers(kind, { request, downloadsMax, bytesMax });
  const isUntitled = kind === 'request' && label === '';
  return isUntitled ? [...unfit, { path: 'label', code: 'required' }] : unfit;
}

function mergedWith(link: LinkRow, change: ChangeLinkRequest, passwordHash: string | null | undefined) {
  const { label, expiresAt, downloadsMax, bytesMax } = change;
  return {
    label: label ?? link.label,
    passwordHash: passwordHash === undefined ? link.password_hash : passwordHash,
    expiresAt: expiresAt === undefined ? link.expires_at : new Date(expiresAt),
    downloadsMax: downloadsMax === undefined ? link.downloads_max : downloadsMax,
    bytesMax: bytesMax === undefined ? link.bytes_max : bytesMax,
  };
}
