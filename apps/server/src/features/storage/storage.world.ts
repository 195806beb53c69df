import type { Person } from '@coffer/contracts';
import { type LiveWorld, startLiveWorld, type StoreWorld } from '../../live.world.ts';
import type { Log } from '../../platform/log/log.ts';

export interface StorageWorld extends LiveWorld {
  readonly administrator: Person;
  readonly auditor: Person;
}

export type OpenStore = (log: Log) => Promise<StoreWorld>;

export async function startStorageWorld(openStore?: OpenStore): Promise<StorageWorld> {
  const live = await startLiveWorld(openStore);
  const { person } = live.owner;
  return {
    ...live,
    administrator: { ...person, role: 'administrator' },
    auditor: { ...person, role: 'auditor' },
  };
}
