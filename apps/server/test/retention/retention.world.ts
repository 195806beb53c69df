import {
  type ChangeSpaceRetentionRequest,
  NodeId,
  type Person,
  type RetentionEffectQuery,
  SERVER_LIMITS,
  SpaceId,
} from '@coffer/contracts';
import { beforeEach } from 'vitest';
import { listVersions } from '../../src/features/files/list-versions.ts';
import { purgeTrash } from '../../src/features/files/index.ts';
import { countRetentionEffect } from '../../src/features/files/trash/count-retention-effect.ts';
import { listTrash } from '../../src/features/files/trash/list-trash.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { changeSettings } from '../../src/features/settings/change-settings.ts';
import { getSettings } from '../../src/features/settings/get-settings.ts';
import {
  changeAdminRetention,
  changeSpaceRetention,
} from '../../src/features/spaces/retention/change-retention.ts';
import { revisionOfSpace } from '../../src/features/spaces/team.world.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { type Owner, valueOf } from '../../src/live.world.ts';
import { copyWorld } from '../copy/copy.world.ts';

export const GRACE_MS = SERVER_LIMITS.settingGraceMs;
export const idOf = ({ spaceId }: Owner): SpaceId => SpaceId.parse(spaceId);

type Change = ChangeSpaceRetentionRequest;

/** Spaces with trash and versions. Call once in a file, outside of tests. */
export function retentionWorld() {
  const here = copyWorld({ quotaBytes: 1_000_000 });

  let admin: Person;
  beforeEach(async () => {
    admin = { ...(await here.world.addOwner()).person, role: 'administrator' };
    await here.services.db.deleteFrom('admin_setting').execute();
    here.services.settings.forget();
    await purgeTrash(here.services);
  });

  const revision = async (spaceId: SpaceId) => await revisionOfSpace(here.services.db, spaceId);
  const keep = async (owner: Owner, change: Change) =>
    valueOf(
      await changeSpaceRetention(here.services, owner.person, {
        spaceId: idOf(owner),
        change,
        revision: await revision(idOf(owner)),
      }),
    );
  const keepAsAdmin = async (spaceId: SpaceId, change: Change) =>
    await changeAdminRetention(here.services, admin, { spaceId, change, revision: await revision(spaceId) });
  const set = async (change: Parameters<typeof changeSettings>[2]['change']) => {
    const seen = valueOf(await getSettings(here.services, admin)).revision;
    return await changeSettings(here.services, admin, { change, revision: seen });
  };
  const trashOf = async (owner: Owner) => {
    const query = { sort: 'name', order: 'asc', at: 0, limit: 100 } as const;
    return valueOf(await listTrash(here.services, owner.person, { spaceId: idOf(owner), query })).items;
  };
  const trashed = async (owner: Owner, name: string): Promise<void> => {
    const { id } = await here.file(name, { owner });
    await trashNodes(here.services, owner.person, [NodeId.parse(id)]);
  };
  const replaced = async (owner: Owner, name: string, times: number): Promise<NodeId> => {
    const { id } = await here.file(name, { owner });
    for (let time = 0; time < times; time += 1) {
      const bytes = Buffer.alloc(20, `${name} ${time}`);
      await uploaded(here.services, owner, { name, bytes, conflict: 'replace' });
    }
    return NodeId.parse(id);
  };
  const numbersOf = async (owner: Owner, id: NodeId) =>
    valueOf(await listVersions(here.services, owner.person, { nodeId: id })).items.map(
      ({ number }) => number,
    );
  const effectOf = async (owner: Owner, query: RetentionEffectQuery) =>
    valueOf(
      await countRetentionEffect(here.services, owner.person, {
        spaceId: idOf(owner),
        query,
      }),
    );
  return {
    admin: () => admin,
    here,
    revision,
    keep,
    keepAsAdmin,
    set,
    trashOf,
    trashed,
    replaced,
    numbersOf,
    effectOf,
  };
}
