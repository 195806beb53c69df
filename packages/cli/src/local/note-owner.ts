import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DAY_MS } from '@coffer/kit';
import * as z from 'zod/mini';
import { isRunning } from './is-running.ts';

/**
 * The process that wrote a note. Machines and containers can share the folder, so a process id alone does not identify
 * it.
 */
export const Owner = z.object({
  host: z.string(),
  pid: z.int(),
  /** A random id of the process. */
  process: z.string(),
  notedAtMs: z.int(),
});
export type Owner = z.infer<typeof Owner>;

const OWN = { host: hostname(), pid: process.pid, process: randomUUID() };

export function ownerNow(): Owner {
  return { ...OWN, notedAtMs: Date.now() };
}

export function isOwn(owner: Owner): boolean {
  return owner.process === OWN.process;
}

/** Whether the process may still run. For another machine this is unknown, so it counts as ended after a day. */
export function isOwnerRunning(owner: Owner): boolean {
  if (isOwn(owner)) return true;
  if (owner.host !== OWN.host) return Math.abs(Date.now() - owner.notedAtMs) < DAY_MS;
  return owner.pid !== OWN.pid && isRunning(owner.pid);
}
