import { isEmail } from '@coffer/contracts';
import { type Pickable, useHolderSearch } from '../../../api/people/people.ts';
import type { InvitedGrants } from '../../../api/sharing/invited.ts';
import { useText } from './texts.ts';

/** A typed email address that belongs to no known person. */
interface Address {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly detail: string;
  readonly isGroup: false;
  readonly isAddress: true;
}

export type Choice = Address | (Pickable & { readonly isAddress?: false });

interface Choices {
  /** Undefined while unknown. */
  readonly found: readonly Choice[] | undefined;
  readonly failure: ReturnType<typeof useHolderSearch>['failure'];
  /** Whether the search found nobody for a typed email address that the person may not invite. */
  readonly isStranger: boolean;
}

/** Finds people and groups. If the person may invite, the typed email address comes last. */
export function useChoices(typed: string, invites: InvitedGrants['invites'] | undefined): Choices {
  const text = useText();
  const { found, failure } = useHolderSearch(typed, (count) => text('share.group', { count }));
  const email = typed.trim();
  const isNew =
    found !== undefined &&
    isEmail(email) &&
    !found.some((each) => !each.isGroup && each.email.toLowerCase() === email.toLowerCase());
  if (!isNew || invites === undefined) return { found, failure, isStranger: false };
  if (invites === 'none') return { found, failure, isStranger: found.length === 0 };
  const detail = text(invites === 'mail' ? 'share.invite' : 'share.invite.byLink');
  const address = {
    id: email.toLowerCase(),
    name: email,
    email,
    detail,
    isGroup: false,
    isAddress: true,
  } as const;
  return { found: [...found, address], failure, isStranger: false };
}
