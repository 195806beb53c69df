import { type AdminGroup, type GroupId, LIMITS, type OperationInput, type UserId } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

const ALL = ['administration', 'groups'] as const;

export type GroupsQuery = NonNullable<OperationInput<'listGroups', 'query'>>;
type MembersQuery = NonNullable<OperationInput<'listGroupMembers', 'query'>>;

/** Keeps the previous page until the next one has loaded. */
export function groupsQuery(query: GroupsQuery) {
  return queryOptions({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => callOrThrow('listGroups', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function groupQuery(groupId: GroupId) {
  return queryOptions({
    queryKey: [...ALL, 'one', groupId],
    queryFn: ({ signal }) => callOrThrow('getGroup', { params: { groupId }, signal }),
  });
}

export function groupMembersQuery(groupId: GroupId, query: MembersQuery) {
  return queryOptions({
    queryKey: [...ALL, 'members', groupId, query],
    queryFn: ({ signal }) => callOrThrow('listGroupMembers', { params: { groupId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export async function refreshGroups(cache: QueryCache): Promise<void> {
  await invalidate(cache, ALL);
}

export function createGroup(name: string): Promise<AdminGroup> {
  return callOrThrow('createGroup', { body: { name } });
}

export function renameGroup({ id, revision }: AdminGroup, name: string): Promise<AdminGroup> {
  return callOrThrow('changeGroup', { params: { groupId: id }, revision, body: { name } });
}

export async function deleteGroup(groupId: GroupId): Promise<void> {
  await callOrThrow('deleteGroup', { params: { groupId } });
}

/** Returns how many of the people were not yet in the group. */
export async function addGroupMembers(groupId: GroupId, personIds: readonly UserId[]): Promise<number> {
  const body = { personIds: [...personIds] };
  const { added } = await callOrThrow('addGroupMembers', { params: { groupId }, body });
  return added;
}

export async function removeGroupMember(groupId: GroupId, personId: UserId): Promise<void> {
  await callOrThrow('removeGroupMember', { params: { groupId, personId } });
}

/** The groups that are managed here, by name in lower case. */
export async function localGroupIds(): Promise<ReadonlyMap<string, GroupId>> {
  const found = new Map<string, GroupId>();
  for (let at = 0; ; at += LIMITS.pageSizeMax) {
    const query = { at: String(at), limit: String(LIMITS.pageSizeMax) };
    const { items, total } = await callOrThrow('listGroups', { query });
    for (const { id, name, source } of items) if (source === 'local') found.set(name.toLowerCase(), id);
    if (at + items.length >= total || items.length === 0) return found;
  }
}
