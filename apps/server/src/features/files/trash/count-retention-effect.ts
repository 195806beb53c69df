import {
  isAtLeast,
  LIMITS,
  type Person,
  presentRole,
  type RetentionEffect,
  type RetentionEffectQuery,
  type SpaceId,
} from '@coffer/contracts';
import { DAY_MS, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { findRetention, mayListAllSpaces, roleIn, ROLE_THAT_MANAGES } from '../../spaces/index.ts';
import { countOldVersions } from '../store/old-versions.ts';
import { countTrashedUntil } from '../store/purge.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

interface Asked {
  readonly spaceId: SpaceId;
  readonly query: RetentionEffectQuery;
}

/** What a retention of the space would delete, for a manager who has not chosen it yet. */
export async function countRetentionEffect(
  services: Needs,
  actor: Person,
  asked: Asked,
): Outcome<RetentionEffect, Failure> {
  const role = await roleIn(services.db, asked.spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  if (!isAtLeast(presentRole(role), ROLE_THAT_MANAGES)) {
    return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_MANAGES } });
  }
  return ok(await countEffect(services, asked));
}

/** The same for those who administer all spaces. They learn numbers, never names. */
export async function countAdminRetentionEffect(
  services: Needs,
  actor: Person,
  asked: Asked,
): Outcome<RetentionEffect, Failure> {
  if (!mayListAllSpaces(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  if ((await findRetention(services.db, asked.spaceId)) === undefined)
    return err({ code: 'space_not_found' });
  return ok(await countEffect(services, asked));
}

async function countEffect({ clock, db }: Needs, { spaceId, query }: Asked): Promise<RetentionEffect> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const limit = LIMITS.retentionCountedMax;
  const kept = { count: query.versionsKept, since: daysAgo(query.versionDays) };
  return {
    trashItems: await countTrashedUntil(db, { spaceId, until: daysAgo(query.trashDays), limit }),
    versions: await countOldVersions(db, { spaceId, kept, limit }),
  };
}
