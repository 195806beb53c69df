export { SpaceColor } from './color-schema.ts';
export { SPACE_COLORS } from './colors.ts';
export {
  AddMembersRequest,
  ChangeMemberRequest,
  FoundPeople,
  FoundPerson,
  PeopleQuery,
  SpaceGroup,
  SpaceMember,
  SpaceMemberList,
} from './members.ts';
export {
  ChangeSpaceRetentionRequest,
  RetentionChange,
  RetentionEffect,
  RetentionEffectQuery,
  SpaceRetention,
} from './retention.ts';
export { RETENTION_BOUNDS, RETENTION_KEYS, type RetentionKey } from './retention-keys.ts';
export { nameSpaceFolders, SHARED_FOLDER } from './space-folders.ts';
export {
  ArchivedSpace,
  ArchivedSpaceList,
  ChangeSpaceRequest,
  CreateSpaceRequest,
  NamedSpace,
  Space,
  SpaceList,
} from './spaces.ts';
