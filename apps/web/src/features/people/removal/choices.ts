import type { AdminPerson, Removal, SpaceId } from '@coffer/contracts';
import type { RemovalChoices } from '../../../api/administration/people.ts';

export type FilesChoice = RemovalChoices['files']['kind'];

export const KEPT_DAYS = [30, 90, 180, 365] as const;

/** The choices made in the dialog so far. */
export interface Choices {
  readonly files: FilesChoice;
  readonly days: number;
  readonly receiver: AdminPerson | undefined;
  readonly owners: ReadonlyMap<SpaceId, AdminPerson>;
}

export const FIRST_CHOICES: Choices = { files: 'keep', days: 90, receiver: undefined, owners: new Map() };

/** The person chosen for the first space becomes the default for the others. */
export function withOwner(
  { owners }: Pick<Choices, 'owners'>,
  spaces: Removal['lastOwnerOf'],
  { spaceId, owner }: { readonly spaceId: SpaceId; readonly owner: AdminPerson | undefined },
): Choices['owners'] {
  const before = owners.get(spaceId)?.id;
  const isLeading = spaces[0]?.spaceId === spaceId;
  const follows = (id: SpaceId): boolean => isLeading && (!owners.has(id) || owners.get(id)?.id === before);
  const next = new Map(owners);
  for (const space of spaces) {
    if (space.spaceId !== spaceId && !follows(space.spaceId)) continue;
    if (owner === undefined) next.delete(space.spaceId);
    else next.set(space.spaceId, owner);
  }
  return next;
}

/** The space whose owner is chosen: the one that was pressed, or after a refusal the first that lacks one. */
export function openSpace(
  spaces: Removal['lastOwnerOf'],
  {
    owners,
    pressed,
    isIncomplete,
  }: Pick<Choices, 'owners'> & { readonly pressed: SpaceId | undefined; readonly isIncomplete: boolean },
): SpaceId | undefined {
  const lacking = isIncomplete ? spaces.find(({ spaceId }) => !owners.has(spaceId))?.spaceId : undefined;
  return pressed ?? lacking ?? spaces[0]?.spaceId;
}

/** Undefined while a new owner, or the receiver of the files, is still to be chosen. */
export function requestOf(
  { files, days, receiver, owners }: Choices,
  { files: left, lastOwnerOf }: Pick<Removal, 'files' | 'lastOwnerOf'>,
): RemovalChoices | undefined {
  const given = lastOwnerOf.flatMap(({ spaceId }) => {
    const toId = owners.get(spaceId)?.id;
    return toId === undefined ? [] : [{ spaceId, toId }];
  });
  if (given.length < lastOwnerOf.length) return undefined;
  // Without files, the choice of what happens to them does not matter.
  if (left === null || files === 'delete') return { files: { kind: 'delete' }, owners: given };
  if (files === 'keep') return { files: { kind: 'keep', days }, owners: given };
  return receiver && { files: { kind: 'hand_over', toId: receiver.id }, owners: given };
}
