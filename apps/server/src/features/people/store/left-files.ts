import type { Db } from '../../../platform/db/db.ts';

/** Finds the personal space of a person. */
export async function findLeftFiles(
  db: Db,
  userId: string,
): Promise<
  { readonly id: string; readonly used_bytes: number; readonly hold_began_at: Date | null } | undefined
> {
  return await db
    .selectFrom('space')
    .select(['id', 'used_bytes', 'hold_began_at'])
    .where('owner_id', '=', userId)
    .where('kind', '=', 'personal')
    .executeTakeFirst();
}
