import { type AdminPerson, SpaceId, UserId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { type Choices, FIRST_CHOICES, openSpace, requestOf, withOwner } from './choices.ts';

const [FIRST, SECOND] = [1, 2].map((count) => SpaceId.parse(`019ab000-0000-7000-8000-00000000000${count}`));
const spaceOf = (spaceId: SpaceId) => ({ spaceId, name: 'Orchard', usedBytes: 1, members: 2 });
const SPACES = [FIRST, SECOND].filter((id) => id !== undefined).map(spaceOf);
const FILES = {
  spaceId: spaceOf(SpaceId.parse('019ab000-0000-7000-8000-000000000009')).spaceId,
  usedBytes: 5,
  isOnHold: false,
};

function person(digit: number): AdminPerson {
  return {
    id: UserId.parse(`019ab000-0000-7000-8000-0000000001${digit}0`),
    name: `Person ${digit}`,
    email: `p${digit}@example.org`,
    username: `p${digit}`,
    role: 'member',
    status: 'active',
    isElsewhere: false,
    lastSeenAt: null,
    spaceId: null,
    usedBytes: 0,
    quotaBytes: 0,
    filesUntil: null,
    isOnHold: false,
    isAccountLeft: false,
    revision: 1,
  };
}

const choose = (owners: Choices['owners'], at: number, owner: AdminPerson | undefined): Choices['owners'] =>
  withOwner({ owners }, SPACES, { spaceId: SPACES[at]?.spaceId ?? FILES.spaceId, owner });

test('the person chosen for the first space is proposed for the others, until another is chosen', () => {
  const [ben, cleo, dan] = [person(1), person(2), person(3)];
  const one = choose(new Map(), 0, ben);
  expect([...one.values()]).toEqual([ben, ben]);
  const passed = choose(one, 0, cleo);
  expect([...passed.values()], 'the second space did not follow the first').toEqual([cleo, cleo]);
  const two = choose(passed, 1, dan);
  expect([...two.values()]).toEqual([cleo, dan]);
  expect([...choose(two, 0, ben).values()]).toEqual([ben, dan]);
  expect([...choose(two, 0, undefined).values()]).toEqual([dan]);
});

test('nothing is valid before each space has an owner and files to give have a receiver', () => {
  const ben = person(1);
  const left = { files: FILES, lastOwnerOf: SPACES };
  expect(requestOf(FIRST_CHOICES, left)).toBeUndefined();
  const owners = new Map(SPACES.map(({ spaceId }) => [spaceId, ben]));
  const chosen: Choices = { ...FIRST_CHOICES, owners };
  const given = SPACES.map(({ spaceId }) => ({ spaceId, toId: ben.id }));
  expect(requestOf(chosen, left)).toEqual({ files: { kind: 'keep', days: 90 }, owners: given });
  expect(requestOf({ ...chosen, files: 'hand_over' }, left)).toBeUndefined();
  expect(requestOf({ ...chosen, files: 'hand_over', receiver: ben }, left)?.files).toEqual({
    kind: 'hand_over',
    toId: ben.id,
  });
});

test('a person without files leads to no question about files', () => {
  const left = { files: null, lastOwnerOf: [] };
  expect(requestOf({ ...FIRST_CHOICES, files: 'hand_over' }, left)).toEqual({
    files: { kind: 'delete' },
    owners: [],
  });
});

test('after a refusal the first space without an owner opens, but a pressed one goes before', () => {
  const owners = new Map(FIRST === undefined ? [] : [[FIRST, person(1)]]);
  const open = (pressed: SpaceId | undefined, isIncomplete: boolean) =>
    openSpace(SPACES, { owners, pressed, isIncomplete });
  expect(open(undefined, false)).toBe(FIRST);
  expect(open(undefined, true)).toBe(SECOND);
  expect(open(FIRST, true)).toBe(FIRST);
});
