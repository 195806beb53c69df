import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { otherOwner, otherOwnerOrHost } from './owner.ts';

const root = temporaryFolder('owner');
chmodSync(root.path, 0o755);
afterAll(async () => await root.remove());

const OTHER = 65_534;

/** A volume that its host has opened to a group, as Kubernetes does. */
function volume(name: string): string {
  const path = join(root.path, name);
  mkdirSync(path);
  chownSync(path, 0, OTHER);
  chmodSync(path, 0o2770);
  return path;
}

function asOther(path: string): unknown {
  const owner = pathToFileURL(join(import.meta.dirname, 'owner.ts')).href;
  const script = `
    import { otherOwner, otherOwnerOrHost } from ${JSON.stringify(owner)};
    const path = ${JSON.stringify(path)};
    process.stdout.write(JSON.stringify([await otherOwner(path) ?? null, await otherOwnerOrHost(path) ?? null]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: '/',
    uid: OTHER,
    gid: OTHER,
  });
  return JSON.parse(stdout);
}

test.skipIf(process.getuid?.() !== 0)(
  'a folder belongs to whoever wrote its secrets, not to the host of the volume (needs root)',
  async () => {
    const path = volume('volume');
    expect([await otherOwner(path), await otherOwnerOrHost(path)]).toEqual([undefined, undefined]);
    expect(asOther(path)).toEqual([null, { owner: 0, own: OTHER }]);

    writeFileSync(join(path, 'secrets.json'), '{}', { mode: 0o600 });
    chownSync(join(path, 'secrets.json'), OTHER, OTHER);
    expect(asOther(path)).toEqual([null, null]);
    const stranger = { owner: OTHER, own: 0 };
    expect([await otherOwner(path), await otherOwnerOrHost(path)]).toEqual([stranger, stranger]);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'the data of another account are refused untouched (needs root)',
  async () => {
    const path = volume('of others');
    writeFileSync(join(path, 'format.json'), '{"format":1}\n');
    writeFileSync(join(path, 'secrets.json'), '{}');
    chownSync(join(path, 'secrets.json'), OTHER, OTHER);
    expect(await openDataFolder(path)).toEqual({
      ok: false,
      error: { code: 'data_of_other_account', folder: path, owner: OTHER, own: 0 },
    });
    expect(readdirSync(path)).toEqual(['format.json', 'secrets.json']);
    expect(statSync(path).mode & 0o7777).toBe(0o2770);
  },
);
