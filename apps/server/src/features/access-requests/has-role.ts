import { type AskedRole, type HeldRole, presentRole } from '@coffer/contracts';
import { covers } from '../sharing/index.ts';

/** Whether the person already has this role or a higher one. */
export function hasRole(held: HeldRole, asked: AskedRole): boolean {
  return covers(presentRole(held), asked);
}
