import type { OperationResponse } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callOrThrow } from '../client.ts';
import { type QueryResult, useQuery } from '../use-query.ts';

export type FoundPerson = OperationResponse<'searchPeople'>['items'][number];

const TYPING_MS = 250;
const TEXT_LENGTH_MIN = 2;

function peopleQuery(text: string) {
  return queryOptions({
    queryKey: ['people', text],
    queryFn: ({ signal }) => callOrThrow('searchPeople', { query: { text }, signal }),
  });
}

interface PeopleSearch {
  /** Undefined while nothing was asked for, and until the answer is there. */
  readonly found: readonly FoundPerson[] | undefined;
  readonly failure: QueryResult<unknown>['failure'];
}

/** People by name or address, once the typing pauses. */
export function usePeopleSearch(typed: string): PeopleSearch {
  const asked = useSettled(typed.trim(), TYPING_MS);
  const isLongEnough = asked.length >= TEXT_LENGTH_MIN;
  const { data, failure } = useQuery(peopleQuery(asked), { isEnabled: isLongEnough });
  const isCurrent = isLongEnough && asked === typed.trim();
  return { found: isCurrent ? data?.items : undefined, failure };
}

/** The value once it has stayed the same for `ms`. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
