import type { Person } from '@coffer/contracts';
import type { UploadServices } from '../../live-upload.contract.ts';
import { type Owner, startStoreWorld, startWorld, type StoreWorld, type World } from '../../live.world.ts';
import type { Log } from '../../platform/log/log.ts';

export interface StorageWorld extends AsyncDisposable {
  readonly world: World;
  readonly store: StoreWorld;
  readonly services: UploadServices;
  readonly owner: Owner;
  readonly administrator: Person;
  readonly auditor: Person;
}

export type OpenStore = (log: Log) => Promise<StoreWorld>;

export async function startStorageWorld(openStore: OpenStore = startStoreWorld): Promise<StorageWorld> {
  const world = await startWorld();
  const store = await openStore(world.services.log);
  const owner = await world.addOwner();
  return {
    world,
    store,
    services: { ...world.services, blobs: store.blobs },
    owner,
    administrator: { ...owner.person, role: 'administrator' },
    auditor: { ...owner.person, role: 'auditor' },
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}
