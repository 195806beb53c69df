import type { ClaimedGroup } from '../store/groups.ts';

/** More than a user may be in. */
export const GROUPS_PER_USER_MAX = 100;

/** `cognito:groups` of both tokens; left out for a user who is in no group. */
export function groupClaims(groups: readonly ClaimedGroup[]): object {
  return groups.length === 0 ? {} : { 'cognito:groups': groups.map(({ name }) => name) };
}

/**
 * The roles of the groups, for ID tokens. The preferred one is that of the group with the lowest precedence, unless
 * several groups with that precedence name different roles. `groups` come in their order.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-user-groups.html
 */
export function roleClaims(groups: readonly ClaimedGroup[]): object {
  const withRole = groups.flatMap(({ roleArn, precedence }) =>
    roleArn === null ? [] : [{ roleArn, precedence }],
  );
  const [first] = withRole;
  if (first === undefined) return {};
  const foremost = withRole.filter(({ precedence }) => precedence === first.precedence);
  const isClear = first.precedence !== null && foremost.every(({ roleArn }) => roleArn === first.roleArn);
  return {
    'cognito:roles': [...new Set(withRole.map(({ roleArn }) => roleArn))],
    ...(isClear || withRole.length === 1 ? { 'cognito:preferred_role': first.roleArn } : {}),
  };
}
