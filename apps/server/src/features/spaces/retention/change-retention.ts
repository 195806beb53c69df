import {
  type ChangeSpaceRetentionRequest,
  type Person,
  RETENTION_KEYS,
  type RetentionKey,
  type SpaceId,
  type SpaceRetention,
} from '@coffer/contracts';
import { defined, err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { readSpaceRetention } from '../../../platform/db/space-retention.ts';
import type { Services } from '../../../services.ts';
import { inAdministeredSpace } from '../administration/in-administered-space.ts';
import type { SpaceEvent } from '../model.ts';
import { neededToManage } from '../policy.ts';
import { findRetention, type OwnRetention, setRetention } from '../store/retention.ts';
import { inTeamSpace, notAllowed } from '../team/in-team-space.ts';
import { boundsOf, presentRetention } from './get-retention.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'newId' | 'settings'>;

interface Wanted {
  readonly spaceId: SpaceId;
  readonly change: ChangeSpaceRetentionRequest;
  readonly revision: number | undefined;
}

/** Changes how long a space keeps its trash and versions, for a manager: within the bounds of the settings. */
export async function changeSpaceRetention(
  services: Needs,
  actor: Person,
  wanted: Wanted,
): Outcome<SpaceRetention, Failure> {
  const { spaceId } = wanted;
  return await inTeamSpace(services, { actor, spaceId, isPersonalToo: true }, async (tx, work) => {
    const needed = neededToManage(work.role);
    if (needed !== undefined) return err(notAllowed(needed));
    return await change(tx, services, { ...wanted, ...work, isBounded: true });
  });
}

/** The same for an administrator, who needs no role in the space and may go beyond these bounds. */
export async function changeAdminRetention(
  services: Needs,
  actor: Person,
  wanted: Wanted,
): Outcome<SpaceRetention, Failure> {
  const about = { actor, spaceId: wanted.spaceId, isPersonalToo: true };
  return await inAdministeredSpace(
    services,
    about,
    async (tx, work) => await change(tx, services, { ...wanted, ...work, isBounded: false }),
  );
}

interface Change extends Wanted {
  readonly space: { readonly revision: number };
  readonly now: Date;
  readonly record: (events: readonly Omit<SpaceEvent, 'nodeId'>[]) => Promise<void>;
  readonly isBounded: boolean;
}

async function change(
  tx: Tx,
  services: Needs,
  { spaceId, change: wanted, revision, space, now, record, isBounded }: Change,
): Promise<Result<SpaceRetention, Failure>> {
  if (revision === undefined) return err({ code: 'revision_required' });
  if (revision !== space.revision) {
    return err({ code: 'revision_conflict', facts: { current_revision: space.revision } });
  }
  const { own } = defined(await findRetention(tx, spaceId), 'the locked space was not found');
  const changed = RETENTION_KEYS.filter((key) => wanted[key] !== undefined && wanted[key] !== own[key]);
  const issues = outside(wanted, changed, await boundsOf(tx, services, isBounded));
  if (issues.length > 0) return err({ code: 'invalid_request', issues });
  if (changed.length > 0) {
    const after: OwnRetention = { ...own, ...pick(wanted, changed) };
    const { chosen, inEffect } = await readSpaceRetention(tx, services, spaceId);
    // If a retention is shortened repeatedly within an hour, the longest earlier value counts.
    await setRetention(tx, { spaceId, own: after, before: inEffect, now });
    const installation = await services.settings.read(tx);
    await record(
      changed.map((key) => ({
        verb: 'retention_changed',
        facts: {
          key,
          from: chosen[key],
          to: after[key] ?? installation[key],
          own: after[key] === null ? 0 : 1,
        },
      })),
    );
    services.log.info('space_retention_changed', { spaceId, keys: changed.join(',') });
  }
  return await presentRetention(tx, services, { spaceId, mayChange: true, isBounded });
}

/** Only changed values are checked, because narrower bounds do not change what a space already has. */
function outside(
  wanted: ChangeSpaceRetentionRequest,
  changed: readonly RetentionKey[],
  bounds: SpaceRetention['bounds'],
) {
  return changed.flatMap((key) => {
    const value = wanted[key] ?? null;
    const { min, max } = bounds[key];
    if (value === null || (value >= min && value <= max)) return [];
    return [{ path: key, code: value < min ? ('too_small' as const) : ('too_big' as const) }];
  });
}

function pick(wanted: ChangeSpaceRetentionRequest, keys: readonly RetentionKey[]): Partial<OwnRetention> {
  return Object.fromEntries(keys.map((key) => [key, wanted[key] ?? null]));
}
