import { isDeepStrictEqual } from 'node:util';
import {
  type AuditFact,
  type ChangeSettingsRequest,
  type Person,
  RETENTION_BOUNDS,
  type RetentionKey,
  SETTING_DEFAULTS,
  type SettingKey,
  type Settings,
  type SettingsView,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { isSettingKey, retentionOf, valuesOf } from '../../platform/db/settings.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { mayChangeSettings } from './policy.ts';
import { presentSettings, revisionOf } from './present.ts';
import { hasLogo } from './store/logos.ts';
import { listSettingRows, lockSettings, putSetting } from './store/settings.ts';

/** Changes settings. Those that already have the value are skipped. */
export async function changeSettings(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'settings'>,
  actor: Person,
  { change, revision }: { readonly change: ChangeSettingsRequest; readonly revision: number | undefined },
): Outcome<SettingsView, Failure> {
  const { clock, db, log, settings } = services;
  if (!mayChangeSettings(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
  if (revision === undefined) return err({ code: 'revision_required' });
  const changed = await inTransaction(db, async (tx): Outcome<readonly string[], Failure> => {
    await lockSettings(tx);
    const rows = await listSettingRows(tx);
    const current = revisionOf(rows);
    if (revision !== current) return err({ code: 'revision_conflict', facts: { current_revision: current } });
    for (const key of ['brandLogo', 'brandLogoDark'] as const) {
      const logo = change[key] ?? '';
      if (logo !== '' && !(await hasLogo(tx, logo))) {
        return err({ code: 'invalid_request', issues: [{ path: key, code: 'wrong_format' }] });
      }
    }
    const crossed = findCrossedBounds(valuesOf(rows, { defaults: settings.defaults, log }), change);
    if (crossed !== undefined) {
      return err({ code: 'invalid_request', issues: [{ path: crossed, code: 'too_small' }] });
    }
    const now = clock.now();
    const values = valuesOf(rows, { defaults: settings.defaults, log });
    const longest = new Map<string, number>(Object.entries(retentionOf(rows, { values, now })));
    const keys: string[] = [];
    for (const [key, value] of Object.entries(change)) {
      const stored = rows.find((row) => row.key === key)?.value ?? null;
      if (!isSettingKey(key) || value === undefined || isDeepStrictEqual(value, stored)) continue;
      // If a retention is shortened repeatedly within an hour, the longest earlier value counts.
      const previous = longest.get(key) ?? values[key];
      await putSetting(tx, { key, value, previous, changedBy: actor.id, now });
      recordAudit(tx, {
        action: 'setting_changed',
        at: now,
        facts: { key, from: factOf(values[key]), to: factOf(value ?? settings.defaults[key]) },
      });
      keys.push(key);
    }
    return ok(keys);
  });
  if (!changed.ok) return changed;
  settings.forget();
  if (changed.value.length > 0) {
    log.info('settings_changed', { actorId: actor.id, keys: changed.value.join(',') });
  }
  return ok(presentSettings(services, actor, await listSettingRows(db)));
}

/** The largest value that would be below the smallest one. A setting that the change leaves out keeps its value. */
function findCrossedBounds(values: Settings, change: ChangeSettingsRequest): SettingKey | undefined {
  const pairs = Object.values(RETENTION_BOUNDS);
  return pairs.find(([min, max]) => {
    const [least, most] = [valueAfter(values, change, min), valueAfter(values, change, max)];
    return (min in change || max in change) && least > most;
  })?.[1];
}

function valueAfter(
  values: Settings,
  change: ChangeSettingsRequest,
  key: (typeof RETENTION_BOUNDS)[RetentionKey][0 | 1],
) {
  const changed = change[key];
  return changed === undefined ? values[key] : (changed ?? SETTING_DEFAULTS[key]);
}

function factOf(value: Settings[SettingKey]): AuditFact {
  return typeof value === 'object' ? [...value] : value;
}
