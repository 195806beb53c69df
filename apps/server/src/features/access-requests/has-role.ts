import { type AskedRole, type HeldRole, presentRole } from '@coffer/contracts';
import { covers } from '../sharing/index.ts';

/** Whether the role adds nothing to what the person holds. */
export function hasRole(held: HeldRole, asked: AskedRole): boolean {
  return covers(presentRole(held), asked);
}
