import { LIMITS, type OneTimeLink } from '@coffer/contracts';
import type { Services } from '../../services.ts';

/** Ways in which the holder of an invitation to `email` can join. */
export function waysToJoin(
  { issuers, pool }: Pick<Services, 'issuers' | 'pool'>,
  email: string,
): Pick<OneTimeLink, 'byPassword' | 'issuers'> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return {
    // The address becomes the user name at the pool.
    byPassword: pool.isAdministered && email.length <= LIMITS.usernameLengthMax,
    issuers: [...issuers.values()]
      .filter(
        ({ rules: { admitsInvited, allowedDomains } }) =>
          admitsInvited && (allowedDomains.length === 0 || allowedDomains.includes(domain)),
      )
      .map(({ id, name }) => ({ id, name })),
  };
}

export function mayInvite({ issuers, pool }: Pick<Services, 'issuers' | 'pool'>): boolean {
  return pool.isAdministered || [...issuers.values()].some(({ rules }) => rules.admitsInvited);
}
