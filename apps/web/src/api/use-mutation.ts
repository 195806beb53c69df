import { useRef, useState } from 'react';

interface MutationState<T> {
  readonly data?: T;
  readonly failure?: { readonly cause: unknown };
  readonly isPending: boolean;
}

export interface Mutation<Input extends readonly unknown[], T> extends MutationState<T> {
  /** Never rejects: tells whether it went well, and the outcome is part of the state. */
  readonly run: (...input: Input) => Promise<MutationState<T>>;
  /** Forgets the outcome, and that of a call still on its way. */
  readonly reset: () => void;
}

const IDLE = { isPending: false } as const;

/** A call that changes something, with what became of it. What it returned leaves the memory with the component. */
export function useMutation<Input extends readonly unknown[], T>(
  call: (...input: Input) => Promise<T>,
): Mutation<Input, T> {
  const [state, setState] = useState<MutationState<T>>(IDLE);
  const turn = useRef(0);
  const run = async (...input: Input): Promise<MutationState<T>> => {
    turn.current += 1;
    const own = turn.current;
    setState({ isPending: true });
    const outcome = await call(...input).then(
      (data): MutationState<T> => ({ data, isPending: false }),
      (cause: unknown): MutationState<T> => ({ failure: { cause }, isPending: false }),
    );
    if (own === turn.current) setState(outcome);
    return outcome;
  };
  const reset = (): void => {
    turn.current += 1;
    setState(IDLE);
  };
  return { ...state, run, reset };
}
