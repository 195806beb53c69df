import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface ImportRow {
  readonly job_id: string;
  readonly person_id: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly keys_sealed: string;
  readonly last_key: string | null;
  /** Number of listed objects, with the markers of folders. */
  readonly listed: number;
}

const COLUMNS = [
  'job_id',
  'person_id',
  'endpoint',
  'region',
  'bucket',
  'prefix',
  'keys_sealed',
  'last_key',
  'listed',
] as const satisfies readonly (keyof ImportRow)[];

/** Returns whether it was inserted. False if the person has a running import. */
export async function insertImport(tx: Tx, row: ImportRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bucket_import')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findImport(db: Db, jobId: string): Promise<ImportRow | undefined> {
  return await db.selectFrom('bucket_import').select(COLUMNS).where('job_id', '=', jobId).executeTakeFirst();
}

export async function setLastKey(
  tx: Tx,
  jobId: string,
  { lastKey, listed }: { readonly lastKey: string; readonly listed: number },
): Promise<void> {
  await tx
    .updateTable('bucket_import')
    .set({ last_key: lastKey, listed: sql<number>`listed + ${listed}` })
    .where('job_id', '=', jobId)
    .execute();
}
