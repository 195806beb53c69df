import {
  type ChangeNotificationSettingsRequest,
  CHOICE_DEFAULTS,
  type NotificationSettings,
  type Person,
} from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { findChoices, putChoices } from './store/choices.ts';

type Needs = Pick<Services, 'config' | 'db' | 'settings'>;

export async function getNotificationSettings(
  { config, db, settings }: Needs,
  actor: Person,
): Outcome<NotificationSettings, Failure> {
  const row = await findChoices(db, actor.id);
  const { mailLanguage } = await settings.read(db);
  const hasAddress = row?.email_verified === true && row.email !== '';
  return ok({
    choices: { ...CHOICE_DEFAULTS, ...row?.choices },
    language: row?.language ?? null,
    defaultLanguage: mailLanguage,
    address: hasAddress ? row.email : null,
    hasMail: config.mail !== undefined,
  });
}

/** Changes the settings. If two devices do so concurrently, the last one wins. */
export async function changeNotificationSettings(
  services: Needs,
  actor: Person,
  { choices, language }: ChangeNotificationSettingsRequest,
): Outcome<NotificationSettings, Failure> {
  await inTransaction(
    services.db,
    async (tx) => await putChoices(tx, { userId: actor.id, choices, language }),
  );
  return await getNotificationSettings(services, actor);
}
