import type { NodeId, OperationInput, OperationResponse } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { apiErrorOf } from '../calls/error.ts';
import { accessKeyOf, type GrantChange } from './sharing.ts';

export type InvitedGrants = OperationResponse<'listInvitedGrants'>;
export type InvitedGrant = InvitedGrants['items'][number];
export type InviteResult = OperationResponse<'inviteToNode'>['items'][number];
export type SentLink = OperationResponse<'sendInvitedGrant'>['link'];

/** Email addresses that were invited and have no account yet. Only for those who may share the node. */
export function invitedQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...accessKeyOf(nodeId), 'invited'],
    queryFn: ({ signal }) => callOrThrow('listInvitedGrants', { params: { nodeId }, signal }),
  });
}

export async function inviteToNode(
  nodeId: NodeId,
  body: OperationInput<'inviteToNode', 'body'>,
): Promise<readonly InviteResult[]> {
  return (await callOrThrow('inviteToNode', { params: { nodeId }, body })).items;
}

export interface NotInvited {
  readonly email: string;
  readonly code: string;
  readonly held?: Pick<InvitedGrant, 'role' | 'expiresAt'> | undefined;
}

/** Refusals that mean that the address already has what would be restored. */
const IS_BACK: readonly string[] = ['already_invited', 'has_access_already'];

/** Restores invitations to email addresses. Returns the addresses for which that failed. */
export async function inviteAgain(
  nodeId: NodeId,
  invited: OperationResponse<'removeGrants'>['invited'],
): Promise<readonly NotInvited[]> {
  const lost: NotInvited[] = [];
  for (const { email, role, expiresAt, message } of invited) {
    try {
      const items = await inviteToNode(nodeId, { emails: [email], role, expiresAt, message });
      lost.push(...items.filter((item) => !item.ok).filter(({ code }) => !IS_BACK.includes(code)));
    } catch (cause) {
      lost.push({ email, code: apiErrorOf(cause).code });
    }
  }
  return lost;
}

export async function changeInvited(
  nodeId: NodeId,
  { id: invitedId, revision }: InvitedGrant,
  body: GrantChange,
): Promise<void> {
  await callOrThrow('changeInvitedGrant', { params: { nodeId, invitedId }, revision, body });
}

export async function withdrawInvited(nodeId: NodeId, { id: invitedId }: InvitedGrant): Promise<void> {
  await callOrThrow('withdrawInvitedGrant', { params: { nodeId, invitedId } });
}

/** Resolves to the invitation link if there is no mail server. */
export async function sendInvited(nodeId: NodeId, { id: invitedId }: InvitedGrant): Promise<SentLink> {
  return (await callOrThrow('sendInvitedGrant', { params: { nodeId, invitedId } })).link;
}
