import type { OperationResponse } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callOrThrow } from '../calls/client.ts';
import { type QueryResult, useQuery } from '../calls/use-query.ts';

type FoundPerson = OperationResponse<'searchPeople'>['items'][number];
type FoundGroup = OperationResponse<'searchGroups'>['items'][number];

const TYPING_MS = 250;
const TEXT_LENGTH_MIN = 2;

function peopleQuery(text: string) {
  return queryOptions({
    queryKey: ['people', text],
    queryFn: ({ signal }) => callOrThrow('searchPeople', { query: { text }, signal }),
  });
}

function groupsQuery(text: string) {
  return queryOptions({
    queryKey: ['groups', text],
    queryFn: ({ signal }) => callOrThrow('searchGroups', { query: { text }, signal }),
  });
}

interface Shown {
  readonly detail: string;
}

/** People come before groups. */
export type Pickable =
  | (FoundPerson & Shown & { readonly isGroup: false })
  | (FoundGroup & Shown & { readonly isGroup: true });

interface HolderSearch {
  /** Undefined until both searches have returned, and while nothing is searched for. */
  readonly found: readonly Pickable[] | undefined;
  readonly failure: QueryResult<unknown>['failure'];
}

/**
 * Finds people by name or email address, and groups by name, once typing pauses. `formatCount` formats the number of
 * people in a group.
 */
export function useHolderSearch(typed: string, formatCount: (people: number) => string): HolderSearch {
  const asked = useSettled(typed.trim(), TYPING_MS);
  const isEnabled = asked.length >= TEXT_LENGTH_MIN;
  const people = useQuery(peopleQuery(asked), { isEnabled });
  const groups = useQuery(groupsQuery(asked), { isEnabled });
  const failure = people.failure ?? groups.failure;
  if (!isEnabled || asked !== typed.trim() || people.data === undefined || groups.data === undefined) {
    return { found: undefined, failure };
  }
  const persons = people.data.items.map(
    (person) => ({ ...person, detail: person.email, isGroup: false }) as const,
  );
  const found = groups.data.items.map(
    (group) => ({ ...group, detail: formatCount(group.people), isGroup: true }) as const,
  );
  return { found: [...persons, ...found], failure };
}

/** The ids of people and groups, as the calls that add or share take them. */
export function idsOf(chosen: readonly Pickable[]) {
  return {
    personIds: chosen.flatMap((each) => (each.isGroup ? [] : [each.id])),
    groupIds: chosen.flatMap((each) => (each.isGroup ? [each.id] : [])),
  };
}

/** The value once it has been stable for `ms`. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
