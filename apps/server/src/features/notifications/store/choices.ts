import {
  CHOICE_DEFAULTS,
  type MailLanguage,
  type NotificationChoice,
  type NotificationChoices,
  type NotificationKind,
} from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** The choice of each person. The defaults apply until a person chooses. */
export async function listChoices(
  tx: Tx,
  { personIds, kind }: { readonly personIds: readonly string[]; readonly kind: NotificationKind },
): Promise<(personId: string) => NotificationChoice> {
  const rows = await tx
    .selectFrom('notification_choice')
    .select(['user_id', 'choices'])
    .where('user_id', '=', sql<string>`any(${personIds}::uuid[])`)
    .execute();
  const chosen = new Map(rows.map((row) => [row.user_id, row.choices[kind]]));
  return (personId) => chosen.get(personId) ?? CHOICE_DEFAULTS[kind];
}

export interface ChoiceRow {
  readonly email: string;
  readonly email_verified: boolean;
  readonly choices: Partial<NotificationChoices> | null;
  readonly language: MailLanguage | null;
}

export async function findChoices(db: Db | Tx, userId: string): Promise<ChoiceRow | undefined> {
  return await db
    .selectFrom('user')
    .leftJoin('notification_choice', 'notification_choice.user_id', 'user.id')
    .select([
      'user.email',
      'user.email_verified',
      'notification_choice.choices',
      'notification_choice.language',
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst();
}

export async function findMailLanguage(tx: Tx, userId: string): Promise<MailLanguage | null> {
  return (await findChoices(tx, userId))?.language ?? null;
}

export async function putChoices(
  tx: Tx,
  {
    userId,
    choices,
    language,
  }: {
    readonly userId: string;
    readonly choices: NotificationChoices;
    readonly language: MailLanguage | null;
  },
): Promise<void> {
  const row = { choices: JSON.stringify(choices), language };
  await tx
    .insertInto('notification_choice')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
