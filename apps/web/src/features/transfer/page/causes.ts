import { isLargerThanSpace } from '../model/larger-than-space.ts';
import { isWorthRetrying, type Transfer } from '../model/machine.ts';
import { isTooDeep, refusedNameOf } from '../model/refused-name.ts';

/** The remedy for a cause: another name, room in the space, another attempt, or none. */
export type Remedy = 'rename' | 'room' | 'retry' | 'none';

/** Failures with the same message and the same remedy. */
export interface Cause {
  readonly key: string;
  readonly remedy: Remedy;
  readonly first: Transfer;
  readonly transfers: readonly Transfer[];
}

/** The most frequent cause comes first. */
export function causesOf(failed: Iterable<Transfer>): readonly Cause[] {
  const byKey = new Map<string, Transfer[]>();
  for (const transfer of failed) {
    const key = causeKeyOf(transfer);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [transfer]);
    else known.push(transfer);
  }
  return Array.from(byKey)
    .flatMap(([key, transfers]) => {
      const [first] = transfers;
      return first === undefined ? [] : [{ key, transfers, first, remedy: remedyOf(first) }];
    })
    .toSorted((one, other) => other.transfers.length - one.transfers.length);
}

/** Transfer objects are immutable, so each of 40,000 is evaluated only once. */
const keys = new WeakMap<Transfer, string>();

export function causeKeyOf(transfer: Transfer): string {
  const known = keys.get(transfer) ?? keyOf(transfer);
  keys.set(transfer, known);
  return known;
}

function keyOf(transfer: Transfer): string {
  const refused = refusedNameOf(transfer);
  if (refused !== undefined) return `name ${refused.issue} ${refused.isFolder}`;
  const { code = '', facts } = transfer.failure ?? {};
  switch (code) {
    case 'quota_exceeded':
      return `${code} ${String(facts?.['space_id'])}${isLargerThanSpace({ code, facts }) ? ' larger' : ''}`;
    case 'store_refused':
      return `${code} ${String(facts?.['status'])} ${String(facts?.['diagnosis'])}`;
    case 'invalid_request':
      return isTooDeep(transfer) ? 'too_deep' : code;
    case 'upload_incomplete':
      return 'checksum_mismatch';
    default:
      return code;
  }
}

function remedyOf(transfer: Transfer): Remedy {
  if (refusedNameOf(transfer) !== undefined) return 'rename';
  if (transfer.failure?.code === 'quota_exceeded') return 'room';
  return isWorthRetrying(transfer) ? 'retry' : 'none';
}
