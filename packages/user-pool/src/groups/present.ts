import { epochSeconds } from '../accounts/present.ts';
import type { Group } from '../store/groups.ts';

export function presentGroup(group: Group): object {
  return {
    GroupName: group.name,
    UserPoolId: group.poolId,
    ...(group.description === null ? {} : { Description: group.description }),
    ...(group.roleArn === null ? {} : { RoleArn: group.roleArn }),
    ...(group.precedence === null ? {} : { Precedence: group.precedence }),
    LastModifiedDate: epochSeconds(group.updatedAt),
    CreationDate: epochSeconds(group.createdAt),
  };
}
