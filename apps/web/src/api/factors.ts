import type { VerifyAuthenticatorRequest } from '@coffer/contracts';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './client.ts';

const keys = { all: ['factors'] } as const;

export function factorsQuery() {
  return queryOptions({
    queryKey: keys.all,
    queryFn: ({ signal }) => callOrThrow('getFactors', { signal }),
  });
}

/** The secret is not cached: it leaves the memory with the component that shows it. */
export function startAuthenticatorMutation() {
  return mutationOptions({
    mutationFn: () => callOrThrow('startAuthenticator'),
    gcTime: 0,
  });
}

export function verifyAuthenticatorMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: VerifyAuthenticatorRequest) => callOrThrow('verifyAuthenticator', { body }),
    onSuccess: (factors) => client.setQueryData(keys.all, factors),
  });
}

export function removeAuthenticatorMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: () => callOrThrow('removeAuthenticator'),
    onSuccess: (factors) => client.setQueryData(keys.all, factors),
  });
}
