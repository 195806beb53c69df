import { defined } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { PERSONAL_SPACE_NAME } from './model.ts';
import { findPersonalSpaceOf, insertSpace } from './store/spaces.ts';

export interface PersonalSpace {
  readonly spaceId: string;
  readonly rootId: string;
}

/** Creates the personal space of a person, or returns the existing one. Idempotent, also concurrently. */
export async function createPersonalSpace(
  tx: Tx,
  input: {
    readonly userId: string;
    readonly now: Date;
    readonly newId: () => string;
    readonly quotaBytes: number;
  },
): Promise<PersonalSpace> {
  const space = { spaceId: input.newId(), rootId: input.newId() };
  const inserted = await insertSpace(tx, {
    ...space,
    kind: 'personal',
    name: PERSONAL_SPACE_NAME,
    ownerId: input.userId,
    quotaBytes: input.quotaBytes,
    now: input.now,
  });
  if (inserted) return space;
  const existing = defined(
    await findPersonalSpaceOf(tx, input.userId),
    'no personal space was inserted or found',
  );
  return { spaceId: existing.id, rootId: existing.root_id };
}
