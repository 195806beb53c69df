// File system calls that fail for chosen paths. Used by `vi.mock` of node:fs and node:fs/promises.
import type * as sync from 'node:fs';
import type * as promises from 'node:fs/promises';

export interface FsCall {
  readonly name: 'open' | 'write' | 'readFile' | 'unlink';
  readonly path: string;
  readonly flags?: string;
}

export type Fault = (call: FsCall) => string | undefined;

export interface Faults {
  on: Fault | undefined;
}

function failing(faults: Faults, call: FsCall): void {
  const code = faults.on?.(call);
  if (code !== undefined) throw Object.assign(new Error(`planted: ${call.name}`), { code });
}

export function failingPromises(real: typeof promises, faults: Faults): typeof promises {
  const open = async (path: string, flags: string): Promise<promises.FileHandle> => {
    failing(faults, { name: 'open', path, flags });
    const handle = await real.open(path, flags);
    const write = handle.write.bind(handle) as (...args: unknown[]) => Promise<unknown>;
    const planted = async (...args: unknown[]): Promise<unknown> => {
      failing(faults, { name: 'write', path, flags });
      return write(...args);
    };
    return Object.assign(handle, { write: planted });
  };
  const readFile = async (path: string, ...rest: unknown[]): Promise<unknown> => {
    failing(faults, { name: 'readFile', path });
    return (real.readFile as (...args: unknown[]) => Promise<unknown>)(path, ...rest);
  };
  const unlink = async (path: string): Promise<void> => {
    failing(faults, { name: 'unlink', path });
    await real.unlink(path);
  };
  return { ...real, open, readFile, unlink } as typeof promises;
}

export function failingSync(real: typeof sync, faults: Faults): typeof sync {
  const readFileSync = (path: string, ...rest: unknown[]): unknown => {
    failing(faults, { name: 'readFile', path });
    return (real.readFileSync as (...args: unknown[]) => unknown)(path, ...rest);
  };
  const openSync = (path: string, flags: string): number => {
    failing(faults, { name: 'open', path, flags });
    return real.openSync(path, flags);
  };
  return { ...real, readFileSync, openSync } as unknown as typeof sync;
}
