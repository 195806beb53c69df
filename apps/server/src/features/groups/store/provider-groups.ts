import type { Tx } from '../../../platform/db/db.ts';

/**
 * Replaces the groups that a provider gives a person; Coffer's own groups stay. Returns the ids of the groups that the
 * person joined and left.
 */
export async function replaceProviderGroups(
  tx: Tx,
  change: {
    readonly userId: string;
    readonly names: readonly string[];
    /** The prefix of this provider's groups. Groups without it belong to another provider and stay. */
    readonly prefix: string;
    readonly newId: () => string;
    readonly now: Date;
  },
): Promise<{ readonly joined: readonly string[]; readonly left: readonly string[] }> {
  // A slash ends the prefix of an issuer, so a group of the pool with a slash would never get its people.
  const isOwn = (name: string): boolean => change.prefix !== '' || !name.includes('/');
  const names = [...new Set(change.names)]
    .filter(isOwn)
    .toSorted()
    .map((name) => `${change.prefix}${name}`);
  if (names.length > 0) {
    await tx
      .insertInto('group')
      .values(
        names.map((name) => ({
          id: change.newId(),
          name,
          source: 'pool' as const,
          created_at: change.now,
          updated_at: change.now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const own = tx
    .selectFrom('group')
    .select('id')
    .where('source', '=', 'pool')
    .where((where) =>
      change.prefix === ''
        ? where(where.fn<number>('strpos', ['name', where.val('/')]), '=', 0)
        : where(where.fn<boolean>('starts_with', ['name', where.val(change.prefix)]), '=', true),
    );
  const wanted = names.length === 0 ? undefined : own.where('name', 'in', names);
  const left = await tx
    .deleteFrom('group_member')
    .where('user_id', '=', change.userId)
    .where('group_id', 'in', own)
    .$if(wanted !== undefined, (query) => query.where('group_id', 'not in', wanted ?? own))
    .returning('group_id')
    .execute();
  const leftIds = left.map((row) => row.group_id);
  if (wanted === undefined) return { joined: [], left: leftIds };
  const joined = await tx
    .insertInto('group_member')
    .columns(['group_id', 'user_id', 'created_at'])
    .expression(
      wanted.select((select) => [
        select.val(change.userId).$castTo<string>().as('user_id'),
        select.val(change.now).as('created_at'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('group_id')
    .execute();
  return { joined: joined.map((row) => row.group_id), left: leftIds };
}
