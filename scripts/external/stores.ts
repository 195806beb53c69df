import { startCephGateway } from './ceph-gateway.ts';
import type { ExternalStore } from './external-store.ts';
import { startMinio } from './minio.ts';
import { startVersityGateway } from './versity-gateway.ts';

/** The stores of others that can be started here, by the names under which their results are kept. */
export const STORES: Readonly<Record<string, (folder: string) => Promise<ExternalStore | undefined>>> = {
  ceph: startCephGateway,
  minio: startMinio,
  versity: startVersityGateway,
};
