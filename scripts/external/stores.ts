import { startCephGateway } from './ceph-gateway.ts';
import type { ExternalStore } from './external-store.ts';
import { startMinio } from './minio.ts';
import { startVersityGateway } from './versity-gateway.ts';

export const STORES: Readonly<Record<string, (folder: string) => Promise<ExternalStore | undefined>>> = {
  ceph: startCephGateway,
  minio: startMinio,
  versity: startVersityGateway,
};
