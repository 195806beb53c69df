import type { ConflictRule } from '@coffer/contracts';
import type { Transfer } from '../../model/machine.ts';

/** Larger files are not read for a comparison. */
export const COMPARED_BYTES_MAX = 32 * 1024 * 1024;

export async function hasSha256(file: Blob, sha256: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return btoa(String.fromCharCode(...digest)) === sha256;
}

export interface Decision {
  readonly id: string;
  readonly rule: ConflictRule;
  /** Whether the rule also decides the other and future conflicts of the batch. */
  readonly isForBatch: boolean;
}

/** Returns the decisions for single files and skipped duplicates, followed by the choice for the rest. */
export function decisionsOf(asked: {
  readonly transfers: readonly Pick<Transfer, 'id'>[];
  readonly same: ReadonlySet<string>;
  readonly skipsSame: boolean;
  /** Choices for single files, by id. They count only with `isForAll`. */
  readonly single?: ReadonlyMap<string, ConflictRule>;
  readonly choice: ConflictRule;
  readonly isForAll: boolean;
}): readonly Decision[] {
  const { transfers, choice, isForAll } = asked;
  const ruleOf = ({ id }: Pick<Transfer, 'id'>): ConflictRule | undefined =>
    isForAll
      ? (asked.single?.get(id) ?? (asked.skipsSame && asked.same.has(id) ? 'skip' : undefined))
      : undefined;
  const decided = transfers.flatMap((transfer) => {
    const rule = ruleOf(transfer);
    return rule === undefined ? [] : [{ id: transfer.id, rule, isForBatch: false }];
  });
  const first = transfers.find((transfer) => ruleOf(transfer) === undefined);
  return [...decided, ...(first === undefined ? [] : [{ id: first.id, rule: choice, isForBatch: isForAll }])];
}
