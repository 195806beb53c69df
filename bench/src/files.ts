import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

const MIB = 1024 * 1024;
export const SIZE_MIB = Number(process.env['COFFER_BENCH_MIB'] ?? 1_024);

/** Writes an incompressible file. */
export function fill(path: string, sizeMib = SIZE_MIB): void {
  const block = Buffer.alloc(MIB);
  const file = openSync(path, 'w');
  for (let count = 0; count < sizeMib; count += 1) writeSync(file, randomFillSync(block));
  fsyncSync(file);
  closeSync(file);
}
