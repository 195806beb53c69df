import type { NodeId } from '@coffer/contracts';
import type { TestDatabase } from '@coffer/testing';
import { Client } from 'pg';
import type { TreeWorld } from './tree-world.ts';

/** Folders that are copied over and over. */
export async function fillFolder(world: TreeWorld, folderId: NodeId, count: number): Promise<void> {
  for (let number = 0; number < 25; number += 1) await world.makeFolder(folderId, `part ${number}`);
  const first = await world.itemsOf(folderId);
  let ids = first.map(({ id }) => id);
  while (ids.length < count) {
    const batch = ids.slice(0, Math.min(1_000, count - ids.length));
    const body = { ids: batch, parentId: folderId, conflict: 'rename' as const };
    const { items } = await world.person.call('copyNodes', { body });
    ids = [...ids, ...items.flatMap((item) => (item.ok ? [item.node.id] : []))];
  }
}

/** A job that has done more waits until this is disposed, however fast the machine is. */
export async function holdJobs(database: TestDatabase, done: number): Promise<AsyncDisposable> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(`
    create or replace function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
    create or replace trigger wait_for_test before update on job for each row when (new.done > ${done})
      execute function wait_for_test();
    select pg_advisory_lock(1)`);
  return {
    [Symbol.asyncDispose]: async () => await client.end(),
  };
}
