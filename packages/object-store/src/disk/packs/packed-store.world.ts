import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { defined } from '@coffer/kit';
import { expect, onTestFinished } from 'vitest';
import { BUCKET, bytes, type LiveStore, startLiveStore } from '../../testing/live-store.world.ts';
import type { ServerOptions } from '../../server.ts';
import { bundleBody, bundleFields, policyFile } from '../../testing/signed-bundle.world.ts';
import { formSender } from '../../testing/signed-form.world.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-packs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface PackedStore extends LiveStore {
  bundle(prefix: string, count: number, seed?: number): Promise<void>;
  all(): Promise<ReadonlyMap<string, string>>;
  packs(): readonly string[];
}

export async function start(options: Partial<ServerOptions> = {}): Promise<PackedStore> {
  const folder = options.folder ?? (await temporaryFolder());
  const store = await startLiveStore({ ...options, folder });
  onTestFinished(() => store.close());
  const { send, contentOf } = formSender(() => store);
  return {
    ...store,
    bundle: async (prefix, count, seed = 1) => {
      const files = Array.from({ length: count }, (_, i) => bytes(100 + i * 37, seed + i));
      const policy = files.map((file, i) => policyFile(`${prefix}${i}`, file));
      expect((await send(bundleBody(bundleFields(policy), files))).status).toBe(200);
    },
    all: async () => {
      const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      const keys = Contents.map(({ Key = '' }) => Key);
      return new Map(
        await Promise.all(keys.map(async (key) => [key, String(await contentOf(key))] as const)),
      );
    },
    packs: () => packsIn(folder),
  };
}

export function packsIn(folder: string): readonly string[] {
  return readdirSync(join(folder, 'meta'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pack'))
    .map((entry) => join(entry.parentPath, entry.name));
}

export const only = (packs: readonly string[]): string => {
  expect(packs).toHaveLength(1);
  return defined(packs[0], 'there is one');
};

export const expected = (prefix: string, count: number, seed = 1): [string, string][] =>
  Array.from({ length: count }, (_, i) => [`${prefix}${i}`, String(bytes(100 + i * 37, seed + i))]);

export const at = (Key: string) => ({ Bucket: BUCKET, Key });

export const levels = (store: LiveStore): unknown[] =>
  store.log.filter(({ level }) => level === 'error').map(({ event }) => event);

export function age(pack: string): void {
  const then = new Date(Date.now() - 60_000);
  utimesSync(join(pack, '..'), then, then);
}

export async function snapshot(store: LiveStore): Promise<string> {
  const folder = await temporaryFolder();
  execFileSync('cp', ['-a', `${store.folder}/.`, folder]);
  return folder;
}

export function flip(file: string, position: number): void {
  const content = readFileSync(file);
  content[position] = (content[position] ?? 0) ^ 1;
  writeFileSync(file, content);
}
