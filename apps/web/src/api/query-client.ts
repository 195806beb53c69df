import { QueryClient } from '@tanstack/react-query';

/** One for each person signed in: it goes, with all it holds, when the person does. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The client has tried again already, where that could help.
        retry: false,
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: true,
        // A call without network fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
