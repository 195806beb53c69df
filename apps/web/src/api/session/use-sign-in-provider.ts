import { sessionsQuery } from './account.ts';
import { useQuery } from '../calls/use-query.ts';

export type SignInProviders = readonly { readonly id: string; readonly name: string }[];

/** Name of the provider of this session. Undefined if it is unknown. */
export function useSignInProvider(providers: SignInProviders): string | undefined {
  const { data } = useQuery(sessionsQuery());
  const issuer = data?.items.find(({ isCurrent }) => isCurrent)?.issuer;
  return providers.find(({ id }) => id === issuer)?.name;
}
