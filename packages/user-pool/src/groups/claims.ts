import type { ClaimedGroup } from '../store/groups.ts';

export const GROUPS_PER_USER_MAX = 100;
export const GROUPS_PER_POOL_MAX = 10_000;

/** The claim `cognito:groups` in both tokens. Omitted for a user without groups. */
export function groupClaims(groups: readonly ClaimedGroup[]): object {
  return groups.length === 0 ? {} : { 'cognito:groups': groups.map(({ name }) => name) };
}

/**
 * The preferred role is that of the lowest precedence, unless groups with that precedence have different roles. `groups`
 * must be sorted.
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
