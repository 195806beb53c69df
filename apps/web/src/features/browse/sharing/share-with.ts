import type { NodeId } from '@coffer/contracts';
import { idsOf } from '../../../api/people/people.ts';
import { inviteToNode } from '../../../api/sharing/invited.ts';
import { createGrants, type GrantFacts } from '../../../api/sharing/sharing.ts';
import type { Choice } from './use-choices.ts';

export interface Refused {
  readonly code: string;
  /** The grant that stays, with the code `grant_differs`. */
  readonly held?: Pick<GrantFacts, 'role' | 'expiresAt'> | undefined;
}

export interface Shared {
  /** Ids of the choices that succeeded. */
  readonly done: readonly string[];
  readonly refused: readonly (Refused & { readonly id: string })[];
}

type Terms = Required<Pick<GrantFacts, 'role' | 'expiresAt' | 'message'>>;

/** Shares with people and groups first. Their grants stay if inviting the email addresses fails. */
export async function shareWith(nodeId: NodeId, chosen: readonly Choice[], terms: Terms): Promise<Shared> {
  const known = chosen.flatMap((each) => (each.isAddress === true ? [] : [each]));
  const emails = chosen.flatMap((each) => (each.isAddress === true ? [each.email] : []));
  const given = known.length === 0 ? [] : (await createGrants(nodeId, { ...idsOf(known), ...terms })).items;
  const invited = emails.length === 0 ? [] : await inviteToNode(nodeId, { emails, ...terms });
  const items = [
    ...given.map((item) => ({ ...item, id: item.holderId as string })),
    ...invited.map((item) => ({ ...item, id: item.email.toLowerCase() })),
  ];
  return {
    done: items.flatMap((item) => (item.ok ? [item.id] : [])),
    refused: items.flatMap((item) => (item.ok ? [] : [{ id: item.id, code: item.code, held: item.held }])),
  };
}
