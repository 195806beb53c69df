import { useMutation as useMutationOfLibrary } from '@tanstack/react-query';

interface Outcome<T> {
  readonly data?: T | undefined;
  readonly failure?: { readonly cause: unknown } | undefined;
}

export interface Mutation<Input extends readonly unknown[], T> extends Outcome<T> {
  readonly isPending: boolean;
  /** Runs the mutation. Never rejects. */
  readonly run: (...input: Input) => Promise<Outcome<T>>;
  /** Clears the outcome, and ignores that of a running call. */
  readonly reset: () => void;
}

export function useMutation<Input extends readonly unknown[], T>(
  call: (...input: Input) => Promise<T>,
): Mutation<Input, T> {
  const { mutateAsync, data, error, isPending, reset } = useMutationOfLibrary({
    mutationFn: (input: Input) => call(...input),
  });
  const run = async (...input: Input): Promise<Outcome<T>> => {
    const [outcome] = await Promise.allSettled([mutateAsync(input)]);
    return outcome.status === 'fulfilled' ? { data: outcome.value } : { failure: { cause: outcome.reason } };
  };
  return { data, failure: error === null ? undefined : { cause: error }, isPending, run, reset };
}
