import {
  type CreatedLink,
  type CreateLinkRequest,
  type Issue,
  type NodeId,
  type Person,
  type RequestTerms,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { findSpaceIdOf, lockNode } from '../../files/index.ts';
import { recordEvents, roleIn } from '../../spaces/index.ts';
import { hashPassword } from '../password.ts';
import { mayLink, ROLE_THAT_LINKS } from '../policy.ts';
import { requestViewsOf } from '../requests/request-views.ts';
import { countLinksOfNode, findLink, insertLink } from '../store/links.ts';
import { insertTerms } from '../store/requests.ts';
import { hashToken, newToken } from '../token.ts';
import { unfitMembers } from './kind-members.ts';
import { policyIssues } from './link-policy.ts';
import { presentLink } from './present.ts';

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'newId' | 'settings'>;

interface Creation {
  readonly services: Needs;
  readonly actor: Person;
  readonly nodeId: NodeId;
  readonly wanted: CreateLinkRequest;
  readonly passwordHash: string | null;
  readonly spaceId: string | undefined;
}

export async function createLink(
  services: Needs,
  actor: Person,
  input: { readonly nodeId: NodeId; readonly wanted: CreateLinkRequest },
): Outcome<CreatedLink, Failure> {
  const { nodeId, wanted } = input;
  const settings = await services.settings.read(services.db);
  if (!settings.linksAllowed) return err({ code: 'links_turned_off' });
  const asked = { expiresAt: new Date(wanted.expiresAt), password: wanted.password };
  const issues = [...policyIssues(settings, asked, services.clock.now()), ...kindIssues(wanted)];
  if (issues.length > 0) return err({ code: 'invalid_request', issues });
  const spaceId = await findSpaceIdOf(services.db, actor, nodeId);
  if (spaceId === undefined) return err({ code: 'node_not_found' });
  const passwordHash = wanted.password === null ? null : await hashPassword(wanted.password);
  const creation = { services, actor, nodeId, wanted, passwordHash, spaceId };
  return await inSpaceTransaction(services.db, spaceId, async (tx) => await createIn(tx, creation));
}

function kindIssues({ kind, label, request, downloadsMax, bytesMax }: CreateLinkRequest): readonly Issue[] {
  const unfit = unfitMembers(kind, { request, downloadsMax, bytesMax });
  if (kind !== 'request') return unfit;
  return [
    ...unfit,
    ...(request === null ? [{ path: 'request', code: 'required' as const }] : []),
    ...(label === '' ? [{ path: 'label', code: 'required' as const }] : []),
  ];
}

/** The default upload limits of an edit link. */
const NO_LIMITS: RequestTerms = {
  message: '',
  asksName: false,
  asksEmail: false,
  filesMax: null,
  bytesMax: null,
  kinds: [],
};

async function createIn(tx: Tx, creation: Creation): Outcome<CreatedLink, Failure> {
  const { services, actor, nodeId, wanted, passwordHash, spaceId } = creation;
  const now = services.clock.now();
  const access = await lockNode(tx, { actor, now }, { spaceId, id: nodeId });
  if (access === undefined) return err({ code: 'node_not_found' });
  const { node, space } = access;
  if (wanted.kind === 'request' && node.kind !== 'folder') {
    return err({ code: 'invalid_request', issues: [{ path: 'kind', code: 'wrong_type' }] });
  }
  const role = await roleIn(tx, space.id, actor.id);
  if (role === undefined || !mayLink(role)) {
    return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_LINKS } });
  }
  const count = await countLinksOfNode(tx, { spaceId: space.id, nodeId });
  if (count >= SERVER_LIMITS.linksPerNodeMax) {
    return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.linksPerNodeMax } });
  }
  const token = newToken();
  const id = services.newId();
  await insertLink(tx, {
    id,
    spaceId: space.id,
    nodeId,
    kind: wanted.kind,
    tokenHash: hashToken(token),
    label: wanted.label,
    passwordHash,
    expiresAt: new Date(wanted.expiresAt),
    downloadsMax: wanted.downloadsMax,
    bytesMax: wanted.bytesMax,
    createdBy: actor.id,
    now,
  });
  const terms = wanted.request ?? (wanted.kind === 'edit' ? NO_LIMITS : null);
  if (terms !== null) await insertTerms(tx, id, terms);
  await recordEvents(tx, {
    spaceId: space.id,
    actorId: actor.id,
    at: now,
    newId: services.newId,
    events: [{ verb: 'link_created', nodeId, facts: { link: id } }],
  });
  const link = defined(await findLink(tx, id), 'the inserted link was not found');
  const requests = await requestViewsOf(tx, [link]);
  return ok({
    link: presentLink(link, { actor, now, node, requests }),
    url: `${services.config.url}/l/${token}`,
  });
}
