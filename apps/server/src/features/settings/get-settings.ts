import type { Person, SettingsView } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { mayReadSettings } from './policy.ts';
import { presentSettings } from './present.ts';
import { listSettingRows } from './store/settings.ts';

export async function getSettings(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'settings'>,
  actor: Person,
): Outcome<SettingsView, Failure> {
  if (!mayReadSettings(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  return ok(presentSettings(services, actor, await listSettingRows(services.db)));
}
