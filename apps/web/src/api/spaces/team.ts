import type {
  HolderId,
  OperationInput,
  Space,
  SpaceId,
  SpaceMember,
  SpaceMemberList,
  SpaceRole,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';

/** Below `spaceKeys.all`, so that a change of a space refreshes them too. */
const keys = {
  members: (spaceId: SpaceId) => ['spaces', 'members', spaceId],
  archived: ['spaces', 'archived'],
} as const;

export type Member = SpaceMember;

export type MemberList = SpaceMemberList;

/** Membership of a person or a group. */
export interface Membership {
  readonly holderId: HolderId;
  readonly revision: number;
}

export function membersQuery(spaceId: SpaceId) {
  return queryOptions({
    queryKey: keys.members(spaceId),
    queryFn: ({ signal }) => callOrThrow('listMembers', { params: { spaceId }, signal }),
  });
}

export function archivedSpacesQuery() {
  return queryOptions({
    queryKey: keys.archived,
    queryFn: ({ signal }) => callOrThrow('listArchivedSpaces', { signal }),
  });
}

export type SpaceFacts = OperationInput<'createSpace', 'body'>;

export function createSpace(body: SpaceFacts): Promise<Space> {
  return callOrThrow('createSpace', { body });
}

export function changeSpace(
  { id, revision }: Space,
  body: OperationInput<'changeSpace', 'body'>,
): Promise<Space> {
  return callOrThrow('changeSpace', { params: { spaceId: id }, revision, body });
}

export async function archiveSpace(spaceId: SpaceId): Promise<void> {
  await callOrThrow('archiveSpace', { params: { spaceId } });
}

export function restoreSpace(spaceId: SpaceId): Promise<Space> {
  return callOrThrow('restoreSpace', { params: { spaceId } });
}

export async function addMembers(
  spaceId: SpaceId,
  body: OperationInput<'addMembers', 'body'>,
): Promise<void> {
  await callOrThrow('addMembers', { params: { spaceId }, body });
}

export async function changeMember(
  spaceId: SpaceId,
  { holderId, revision }: Membership,
  role: SpaceRole,
): Promise<void> {
  await callOrThrow('changeMember', { params: { spaceId, holderId }, revision, body: { role } });
}

export async function removeMember(spaceId: SpaceId, holderId: HolderId): Promise<void> {
  await callOrThrow('removeMember', { params: { spaceId, holderId } });
}
