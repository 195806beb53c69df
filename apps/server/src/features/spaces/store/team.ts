import type { SpaceColor } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

export interface TeamRow {
  readonly id: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly name: string;
  readonly description: string;
  readonly color: SpaceColor;
  readonly owner_id: string;
  readonly root_id: string;
  readonly revision: number;
  readonly is_on_hold: boolean;
}

/** Reads a space and takes its lock. */
export async function lockTeamRow(tx: Tx, spaceId: string): Promise<TeamRow | undefined> {
  return await tx
    .selectFrom('space')
    .select(['id', 'kind', 'name', 'description', 'color', 'owner_id', 'root_id', 'revision'])
    .select(sql<boolean>`hold_began_at is not null`.as('is_on_hold'))
    .where('id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Counts the team spaces that the person owns. Locks the person, so that parallel calls cannot exceed the limit. */
export async function countOwnedSpaces(tx: Tx, userId: string): Promise<number> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { total } = await tx
    .selectFrom('space')
    .select(sql<number>`count(*)`.as('total'))
    .where('owner_id', '=', userId)
    .where('kind', '=', 'team')
    .where('emptied_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** Changes a team space, and renames its root. */
export async function changeTeamRow(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly rootId: string;
    readonly name: string;
    readonly description: string;
    readonly color: SpaceColor;
    readonly now: Date;
  },
): Promise<void> {
  const { spaceId, rootId, name, description, color, now } = change;
  await tx
    .updateTable('space')
    .set((set) => ({ name, description, color, updated_at: now, revision: set('revision', '+', 1) }))
    .where('id', '=', spaceId)
    .execute();
  await tx
    .updateTable('node')
    .set({ name })
    .where('space_id', '=', spaceId)
    .where('id', '=', rootId)
    .execute();
}
