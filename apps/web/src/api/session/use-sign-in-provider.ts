import { sessionsQuery } from './account.ts';
import { useQuery } from '../calls/use-query.ts';

export type SignInProviders = readonly { readonly id: string; readonly name: string }[];

/** Undefined until known. */
export function useSignInProvider(providers: SignInProviders): string | undefined {
  const { data } = useQuery(sessionsQuery());
  const issuer = data?.items.find(({ isCurrent }) => isCurrent)?.issuer;
  return providers.find(({ id }) => id === issuer)?.name;
}
