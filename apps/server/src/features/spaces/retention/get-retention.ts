import {
  isAtLeast,
  type Person,
  presentRole,
  RETENTION_BOUNDS,
  SETTING_RANGES,
  type RetentionKey,
  type SpaceId,
  type SpaceRetention,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { readSpaceRetention } from '../../../platform/db/space-retention.ts';
import type { Services } from '../../../services.ts';
import { mayAdministerSpaces, mayListAllSpaces, ROLE_THAT_MANAGES } from '../policy.ts';
import { findRetention } from '../store/retention.ts';
import { roleIn } from '../store/spaces.ts';

export type RetentionNeeds = Pick<Services, 'clock' | 'db' | 'settings'>;

/** How long the trash and old versions are kept. Every member may know. */
export async function getSpaceRetention(
  services: RetentionNeeds,
  actor: Person,
  spaceId: SpaceId,
): Outcome<SpaceRetention, Failure> {
  const role = await roleIn(services.db, spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const mayChange = isAtLeast(presentRole(role), ROLE_THAT_MANAGES);
  return await presentRetention(services.db, services, { spaceId, mayChange, isBounded: true });
}

export async function getAdminRetention(
  services: RetentionNeeds,
  actor: Person,
  spaceId: SpaceId,
): Outcome<SpaceRetention, Failure> {
  if (!mayListAllSpaces(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const mayChange = mayAdministerSpaces(actor);
  return await presentRetention(services.db, services, { spaceId, mayChange, isBounded: false });
}

interface Presented {
  readonly spaceId: SpaceId;
  readonly mayChange: boolean;
  /** Whether the settings limit what the person may choose, besides the limits of the server. */
  readonly isBounded: boolean;
}

export async function presentRetention(
  db: Db | Tx,
  services: RetentionNeeds,
  { spaceId, mayChange, isBounded }: Presented,
): Outcome<SpaceRetention, Failure> {
  const row = await findRetention(db, spaceId);
  if (row === undefined) return err({ code: 'space_not_found' });
  const { trashDays, versionsKept, versionDays } = await services.settings.read(db);
  const { deletesFrom } = await readSpaceRetention(db, services, spaceId);
  return ok({
    own: row.own,
    installation: { trashDays, versionsKept, versionDays },
    bounds: await boundsOf(db, services, isBounded),
    deletesFrom: deletesFrom?.toISOString() ?? null,
    isOnHold: row.is_on_hold,
    mayChange,
    revision: row.revision,
  });
}

/** What a person may choose: within the settings, or for an administrator within the limits of the server. */
export async function boundsOf(
  db: Db | Tx,
  { settings }: Pick<Services, 'settings'>,
  isBounded: boolean,
): Promise<SpaceRetention['bounds']> {
  const values = await settings.read(db);
  const of = (key: RetentionKey) => {
    const [min, max] = SETTING_RANGES[key];
    const [least, most] = RETENTION_BOUNDS[key];
    return isBounded ? { min: values[least], max: values[most] } : { min, max };
  };
  return { trashDays: of('trashDays'), versionsKept: of('versionsKept'), versionDays: of('versionDays') };
}
