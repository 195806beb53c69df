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
  /** Also for the others of its batch, and for later ones. */
  readonly isForBatch: boolean;
}

/** In this order. Files with the same content are skipped first where the person leaves that to us. */
export function decisionsOf(asked: {
  readonly transfers: readonly Pick<Transfer, 'id'>[];
  readonly same: ReadonlySet<string>;
  readonly skipsSame: boolean;
  readonly choice: ConflictRule;
  readonly isForAll: boolean;
}): readonly Decision[] {
  const { transfers, same, skipsSame, choice, isForAll } = asked;
  const isSkipped = ({ id }: Pick<Transfer, 'id'>): boolean => isForAll && skipsSame && same.has(id);
  const skipped = transfers.filter(isSkipped);
  const first = transfers.find((transfer) => !isSkipped(transfer));
  return [
    ...skipped.map(({ id }) => ({ id, rule: 'skip' as const, isForBatch: false })),
    ...(first === undefined ? [] : [{ id: first.id, rule: choice, isForBatch: isForAll }]),
  ];
}
