import type { ChangeSpaceRequest } from '@coffer/contracts';
import type { SpaceFacts } from '../../../api/spaces/team.ts';

/** Only the fields that differ, so that saving does not revert what somebody else changed meanwhile. */
export function changedFacts(
  before: Required<SpaceFacts>,
  { name = before.name, description = before.description, color = before.color }: Partial<SpaceFacts>,
): ChangeSpaceRequest {
  return {
    ...(name === before.name ? {} : { name }),
    ...(description === before.description ? {} : { description }),
    ...(color === before.color ? {} : { color }),
  };
}
