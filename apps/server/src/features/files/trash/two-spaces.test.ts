import { NodeId } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import { createFolder } from '../create-folder.ts';
import { undoJob } from '../jobs/undo/undo-job.ts';
import { moveWorld } from '../move/move.world.ts';
import { restoreNodes } from './restore-nodes.ts';
import { trashNodes } from './trash-nodes.ts';

const here = moveWorld();
const { file, names } = here;
const UNAVAILABLE = { ok: false, code: 'database_unavailable' };

/** Lets changes of items of the space fail as if its lock were not got in time. Returns what ends it. */
async function lockOut({ spaceId }: Owner): Promise<() => Promise<void>> {
  const { db } = here.world.services;
  await sql`create function lock_out() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '55P03'; end $$`.execute(db);
  await sql`create trigger lock_out before update on node for each row
    when (old.space_id = ${sql.lit(spaceId)}) execute function lock_out()`.execute(db);
  const end = async () => void (await sql`drop function if exists lock_out cascade`.execute(db));
  onTestFinished(end);
  return end;
}

async function otherSpace(): Promise<Owner> {
  const other = await here.world.addOwner();
  const { db, clock } = here.world.services;
  const member = { space_id: other.spaceId, user_id: here.owner.person.id, role: 'editor' } as const;
  await db
    .insertInto('member')
    .values({ ...member, created_at: clock.now() })
    .execute();
  return other;
}

test('if the second of two spaces cannot be changed, the first can still be undone', async () => {
  const { services } = here.world;
  const { person } = here.owner;
  const other = await otherSpace();
  const own = await file('own');
  const wanted = { parentId: NodeId.parse(other.rootId), name: 'foreign', ifExists: 'fail' } as const;
  const { id: foreign } = valueOf(await createFolder(services, other.person, wanted));
  const end = await lockOut(other);
  await expect(trashNodes(services, person, [foreign, own])).rejects.toMatchObject({ code: '55P03' });
  expect(await names()).toEqual(['own']);
  const trashed = await trashNodes(services, person, [own, foreign]);
  expect(trashed.items).toMatchObject([{ ok: true, id: own }, UNAVAILABLE]);
  valueOf(await undoJob(services, person, trashed.jobId ?? ''));
  expect(await names()).toEqual(['own']);
  await end();
  await trashNodes(services, person, [own, foreign]);
  const again = await lockOut(other);
  expect((await restoreNodes(services, person, [own, foreign])).items).toMatchObject([
    { ok: true, id: own },
    UNAVAILABLE,
  ]);
  await again();
});
