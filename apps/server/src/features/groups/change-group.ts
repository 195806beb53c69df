import { type AdminGroup, type GroupId, LIMITS, type Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { administering, changing } from './policy.ts';
import { presentAdminGroup } from './present.ts';
import {
  countOwnGroups,
  findCountedGroup,
  findOwnByName,
  insertGroup,
  lockGroup,
  lockGroupNames,
  renameGroupRow,
} from './store/groups.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'newId'>;

export async function createGroup(
  services: Needs & MaybeOnce,
  actor: Person,
  { name }: { readonly name: string },
): Outcome<AdminGroup, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const created = await onceInTransaction(services, async (tx): Outcome<AdminGroup, Failure> => {
    await lockGroupNames(tx);
    const taken = await refuseTaken(tx, name, undefined);
    if (taken !== undefined) return err(taken);
    if ((await countOwnGroups(tx)) >= LIMITS.groupsMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.groupsMax } });
    }
    const id = services.newId();
    const now = services.clock.now();
    await insertGroup(tx, { id, name, now });
    recordAudit(tx, { action: 'group_created', at: now, subject: { kind: 'group', id } });
    return ok(await present(tx, id, now));
  });
  if (created.ok) services.log.info('group_created', { groupId: created.value.id, actorId: actor.id });
  return created;
}

export async function renameGroup(
  services: Needs,
  actor: Person,
  change: { readonly groupId: GroupId; readonly name: string; readonly revision: number | undefined },
): Outcome<AdminGroup, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const { groupId: id, name, revision } = change;
  return await inTransaction(services.db, async (tx): Outcome<AdminGroup, Failure> => {
    await lockGroupNames(tx);
    const group = await lockGroup(tx, id);
    const mayChange = changing(group);
    if (group === undefined || !mayChange.ok)
      return mayChange.ok ? err({ code: 'group_not_found' }) : mayChange;
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== group.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: group.revision } });
    }
    const taken = await refuseTaken(tx, name, id);
    if (taken !== undefined) return err(taken);
    const now = services.clock.now();
    if (name !== group.name) {
      await renameGroupRow(tx, { id, name, now });
      const facts = { from: group.name, to: name };
      recordAudit(tx, { action: 'group_renamed', at: now, subject: { kind: 'group', id }, facts });
    }
    return ok(await present(tx, id, now));
  });
}

async function refuseTaken(tx: Tx, name: string, exceptId: string | undefined): Promise<Failure | undefined> {
  const id = await findOwnByName(tx, name);
  if (id === undefined || id === exceptId) return undefined;
  return { code: 'group_name_taken', facts: { existing_id: id } };
}

async function present(tx: Tx, id: string, now: Date): Promise<AdminGroup> {
  return presentAdminGroup(defined(await findCountedGroup(tx, id, now), 'the saved group was not found'));
}
