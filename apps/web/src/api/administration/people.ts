import {
  type AdminPerson,
  type DisabledPerson,
  type GroupId,
  type HandedOverFiles,
  type InvitePeopleResult,
  type IssuedLink,
  LIMITS,
  type OperationInput,
  type Removal,
  type RemovedPerson,
} from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

const ALL = ['administration', 'people'] as const;

/** For each email address, the server queries the user pool. */
const INVITE_LIMIT_MS = 120_000;

export type PeopleQuery = NonNullable<OperationInput<'listAdminPeople', 'query'>>;
export type Invited = InvitePeopleResult['items'][number];

export interface Invitee {
  readonly email: string;
  readonly name: string;
  /** Overrides the common role of the invitation. */
  readonly role?: AdminPerson['role'] | undefined;
  readonly quotaBytes?: number | undefined;
  readonly groupIds?: readonly GroupId[];
}

interface Sending {
  readonly role: AdminPerson['role'];
  /** Called after each request, with all results so far. */
  readonly onProgress?: (items: readonly Invited[]) => void;
  readonly signal?: AbortSignal;
}

export function adminPeopleQuery(query: PeopleQuery) {
  return queryOptions({
    queryKey: [...ALL, query],
    queryFn: ({ signal }) => callOrThrow('listAdminPeople', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Never throws: links that were created are shown even if others fail. */
export async function invitePeople(
  cache: QueryCache,
  people: readonly Invitee[],
  { role, onProgress, signal }: Sending,
): Promise<readonly Invited[]> {
  const items: Invited[] = [];
  for (let from = 0; from < people.length; from += LIMITS.invitedMax) {
    if (signal?.aborted === true) break;
    const some = people.slice(from, from + LIMITS.invitedMax);
    const body = {
      people: some.map(({ groupIds, ...person }) => ({
        ...person,
        ...(groupIds === undefined ? {} : { groupIds: [...groupIds] }),
      })),
      role,
      // A list whose sending was stopped may be sent again. People who are already invited are then skipped.
      onlyNew: onProgress !== undefined,
    };
    const result = await call('invitePeople', { body, timeLimitMs: INVITE_LIMIT_MS });
    if (result.ok) items.push(...result.value.items);
    else items.push(...some.map(({ email }) => ({ ok: false as const, email, code: result.error.code })));
    onProgress?.([...items]);
    // `invalid_request` concerns only these people; any other error would also affect the rest.
    if (!result.ok && result.error.code !== 'invalid_request') break;
  }
  await refreshPeople(cache);
  return items;
}

export async function refreshPeople(cache: QueryCache): Promise<void> {
  await invalidate(cache, ALL);
}

type PersonId = AdminPerson['id'];

export function withdrawInvitation(email: string): Promise<void> {
  return callOrThrow('withdrawInvitation', { body: { email } });
}

export function createResetLink(personId: PersonId): Promise<IssuedLink> {
  return callOrThrow('createResetLink', { params: { personId } });
}

export function changeSystemRole(
  { id, revision }: Pick<AdminPerson, 'id' | 'revision'>,
  role: AdminPerson['role'],
): Promise<void> {
  return callOrThrow('changeSystemRole', { params: { personId: id }, revision, body: { role } });
}

export function disablePerson(personId: PersonId): Promise<DisabledPerson> {
  return callOrThrow('disablePerson', { params: { personId } });
}

export function enablePerson(personId: PersonId): Promise<void> {
  return callOrThrow('enablePerson', { params: { personId } });
}

export function signPersonOut(personId: PersonId): Promise<void> {
  return callOrThrow('signPersonOut', { params: { personId } });
}

export function resetPersonFactors(personId: PersonId): Promise<void> {
  return callOrThrow('resetPersonFactors', { params: { personId } });
}

export function removePersonPicture(personId: PersonId): Promise<void> {
  return callOrThrow('removePersonPicture', { params: { personId } });
}

export function handOverFiles(personId: PersonId, toId: PersonId): Promise<HandedOverFiles> {
  return callOrThrow('handOverFiles', { params: { personId }, body: { toId } });
}

export function removalQuery(personId: PersonId) {
  return queryOptions({
    queryKey: ['administration', 'removal', personId],
    queryFn: ({ signal }) => callOrThrow('getRemoval', { params: { personId }, signal }),
    gcTime: 0,
  });
}

export type RemovalChoices = OperationInput<'removePerson', 'body'>;

/** Retries deleting the account of a removed person at the user pool. Nothing else changes. */
export async function deleteAccountAgain({
  id: personId,
  revision,
}: Pick<AdminPerson, 'id' | 'revision'>): Promise<RemovedPerson['atPool']> {
  const body: RemovalChoices = { files: { kind: 'keep', days: 1 }, owners: [] };
  return (await callOrThrow('removePerson', { params: { personId }, revision, body })).atPool;
}

export function removePerson(
  personId: PersonId,
  { revision }: Pick<Removal, 'revision'>,
  body: RemovalChoices,
): Promise<RemovedPerson> {
  return callOrThrow('removePerson', { params: { personId }, revision, body });
}
