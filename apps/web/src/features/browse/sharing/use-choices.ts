import { isEmail } from '@coffer/contracts';
import { type Pickable, useHolderSearch } from '../../../api/people/people.ts';
import type { InvitedGrants } from '../../../api/sharing/invited.ts';
import { useText } from './texts.ts';

/** An address that nobody here is known by. */
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
  /** Nobody has the typed address, and this person may not invite it. */
  readonly isStranger: boolean;
}

/** People, groups, and last the typed address if the person may invite it. */
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
