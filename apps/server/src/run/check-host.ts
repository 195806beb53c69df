import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GIB, MIB } from '@coffer/kit';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/origins.ts';
import { listen } from '../http/listen.ts';
import { createThumbnailer } from '../platform/pictures/thumbnailer.ts';
import { failed, type Finding, fine } from './finding.ts';

const NODE_MAJOR_MIN = 24;
const FREE_BYTES_MIN = 256 * MIB;
const FREE_BYTES_GOOD = 2 * GIB;

export function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return fine('Node.js', version);
  const remedy = 'Start with `npm start`, which uses the right version, or install Node.js 24.';
  return { check: 'Node.js', state: 'fail', message: `${version} is older than ${NODE_MAJOR_MIN}.`, remedy };
}

export function checkAddress({ url }: Config): Finding {
  const message = isLoopback(url) ? `${url}, for this machine only` : `${url}, over TLS`;
  return fine('Address', message);
}

export async function checkThumbnails(): Promise<Finding> {
  const check = 'Thumbnails';
  const thumbnailer = createThumbnailer();
  const probed = await thumbnailer.probe();
  await thumbnailer.stop();
  if (probed.ok) return fine(check, `libvips ${probed.value}`);
  const message = 'cannot be created on this machine: lists show symbols instead of pictures.';
  const remedy = 'Run `npm ci` again on this machine, so that npm installs the package `sharp` for it.';
  return { check, state: 'warn', message, remedy };
}

export async function checkDisk(folder: string): Promise<Finding> {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  const freeBytes = bavail * bsize;
  const isNew = !existsSync(join(folder, 'format.json'));
  if (isNew && freeBytes < FREE_BYTES_MIN) {
    return failed('Disk', { code: 'disk_full', folder, freeBytes, neededBytes: FREE_BYTES_MIN });
  }
  const message = `${(freeBytes / GIB).toFixed(1)} GiB free`;
  if (freeBytes >= FREE_BYTES_GOOD) return fine('Disk', message);
  return {
    check: 'Disk',
    state: 'warn',
    message,
    remedy: 'Free some space soon: uploads stop when the disk is full.',
  };
}

export async function checkPorts(config: Config): Promise<readonly Finding[]> {
  const ports = [
    { check: 'Port', setting: 'COFFER_PORT', port: config.listenPort, host: config.listenHost },
    ...(config.store.kind === 'embedded'
      ? [{ check: 'Store port', setting: 'COFFER_STORE_PORT', port: config.store.port, host: '127.0.0.1' }]
      : []),
    ...(config.pool.kind === 'embedded'
      ? [{ check: 'Pool port', setting: 'COFFER_POOL_PORT', port: config.pool.port, host: '127.0.0.1' }]
      : []),
  ];
  return await Promise.all(
    ports.map(async ({ check, setting, port, host }) => {
      const listener = await listen({ host, port });
      if (listener.ok) {
        await listener.value.close(0);
        return fine(check, `${host}:${port} is free`);
      }
      if (listener.error.code === 'port_taken') return failed(check, { code: 'port_taken', port, setting });
      const message = `${host} is not an address of this machine.`;
      return {
        check,
        state: 'fail',
        message,
        remedy: 'Set COFFER_HOST to 127.0.0.1, or to 0.0.0.0.',
      } as const;
    }),
  );
}
