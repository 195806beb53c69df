import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../store/database/database.ts';
import {
  countStaleRows,
  listStaleRows,
  replaceSealed,
  type SealedColumn,
  type SealedRow,
} from '../store/sealed-values.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

const BATCH_ROWS = 200;
const SEALED = /"(v1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)"/g;

export interface Resealed {
  readonly count: number;
  /** Rows that no key can decrypt, or that a process with the old key has written meanwhile. */
  readonly leftCount: number;
}

/**
 * Encrypts every value again with the active key; run it once all processes have that key. Safe to repeat and while the
 * pool runs, because a row is replaced only if it has not changed.
 */
export async function reseal(deps: { readonly db: Db; readonly vault: Vault }): Promise<Resealed> {
  let count = 0;
  let leftCount = 0;
  for (const column of SEALED_COLUMNS) {
    count += await resealColumn(deps, column);
    leftCount += await countStaleRows(deps.db, column, deps.vault.keyId);
  }
  return { count, leftCount };
}

async function resealColumn(
  deps: { readonly db: Db; readonly vault: Vault },
  column: SealedColumn,
): Promise<number> {
  const { db, vault } = deps;
  let count = 0;
  let after: SealedRow | undefined;
  do {
    const rows = await listStaleRows(db, column, { keyId: vault.keyId, after, limit: BATCH_ROWS });
    for (const row of rows) {
      const value = resealRow(vault, column, row);
      if (value !== undefined && (await replaceSealed(db, column, { row, value }))) count += 1;
    }
    after = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (after !== undefined);
  return count;
}

function resealRow(vault: Vault, column: SealedColumn, row: SealedRow): string | undefined {
  const contexts = column.contexts(row.names);
  if (column.kind === 'text') return resealValue(vault, contexts, row.value);
  let isWhole = true;
  const value = row.value.replaceAll(SEALED, (whole, sealed: string) => {
    const renewed = resealValue(vault, contexts, sealed);
    if (renewed === undefined) isWhole = false;
    return renewed === undefined ? whole : `"${renewed}"`;
  });
  return isWhole ? value : undefined;
}

function resealValue(vault: Vault, contexts: readonly string[], sealed: string): string | undefined {
  for (const context of contexts) {
    const plain = openOrUndefined(vault, context, sealed);
    if (plain !== undefined) return vault.seal(context, plain);
  }
  return undefined;
}

function openOrUndefined(vault: Vault, context: string, sealed: string): Buffer | undefined {
  try {
    return vault.open(context, sealed);
  } catch (cause) {
    // A wrong context fails authentication; an unknown key fails an invariant of the vault.
    if (cause instanceof Error) return undefined;
    throw cause;
  }
}
