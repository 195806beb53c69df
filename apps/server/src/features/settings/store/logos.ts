import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export const LOGO_PICTURES = ['logo', 'icon', 'favicon'] as const;
export type LogoPicture = (typeof LOGO_PICTURES)[number];

/** Inserts a logo. The same picture is stored only once. */
export async function insertLogo(
  db: Db,
  { now, ...logo }: Readonly<Record<'id' | LogoPicture, string>> & { readonly now: Date },
): Promise<void> {
  await db
    .insertInto('brand_logo')
    .values({ ...logo, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: now }))
    .execute();
}

export async function hasLogo(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('brand_logo').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** A picture of a logo, in base64. */
export async function findLogoPicture(db: Db, id: string, picture: LogoPicture): Promise<string | undefined> {
  const row = await db.selectFrom('brand_logo').select(picture).where('id', '=', id).executeTakeFirst();
  return row?.[picture];
}

/** Deletes logos that no setting uses now or used before its last change. */
export async function deleteUnusedLogos(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('brand_logo')
    .where('created_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('admin_setting')
            .select('key')
            .where('key', 'in', ['brandLogo', 'brandLogoDark'])
            .where(sql<boolean>`to_jsonb(brand_logo.id) in (value, previous)`),
        ),
      ),
    )
    .execute();
}
