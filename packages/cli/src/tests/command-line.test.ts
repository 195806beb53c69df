import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createMember } from '@coffer/e2e/member';
import { Person } from '@coffer/e2e/person';
import { MIB } from '@coffer/kit';
import { runCoffer } from '@coffer/testing/coffer-command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNode } from '../remote/find-node.ts';
import { createClient } from '../api/client.ts';
import { unfinishedName } from '../local/local-name.ts';
import { uploadLarge } from '../upload/upload-large.ts';
import {
  type CommandLineWorld,
  PROGRAM,
  type Ran,
  type RunOptions,
  startCommandLineWorld,
} from './command-line.world.ts';
import { quietContext } from './quiet-context.world.ts';

let world: CommandLineWorld;

beforeAll(async () => {
  world = await startCommandLineWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const at = (...names: readonly string[]): string => join(world.folder.path, ...names);
const run = async (...args: readonly string[]): Promise<Ran> => await world.run(args);

async function done(...args: readonly string[]): Promise<string> {
  const ran = await run(...args);
  expect([args.join(' '), ran.exitCode, ran.stderr]).toEqual([args.join(' '), 0, '']);
  return ran.stdout;
}

async function outcomes(...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const ran = await run(...args, '--json');
  const { items } = JSON.parse(ran.stdout) as { items: { path: string; outcome: string }[] };
  return Object.fromEntries(items.map(({ path, outcome }) => [path, outcome]));
}

async function nodeAt(path: string) {
  const { token, coffer } = world;
  const client = createClient({ server: coffer.url, token, signal: AbortSignal.timeout(60_000) });
  return (await findNode(client, path)).node;
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), content);
}

test('a token is checked, kept for its owner alone, and forgotten', async () => {
  const { coffer, token } = world;
  expect(await world.start(['ls']).ended).toMatchObject({
    exitCode: 77,
    stderr: expect.stringContaining('coffer sign-in'),
  });
  const signIn = async (url: string, options: RunOptions): Promise<Ran> =>
    await world.run(['sign-in', url, '--token-stdin'], options);
  expect(await signIn('http://files.example.org', { input: token })).toMatchObject({ exitCode: 64 });
  expect(await signIn(coffer.url, { input: `coffer_${'x'.repeat(38)}` })).toMatchObject({ exitCode: 77 });
  expect(await signIn(coffer.url, { input: `${token}\n` })).toMatchObject({ exitCode: 0 });
  const kept = at('home/.config/coffer/credentials.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const who = JSON.parse(await done('whoami', '--json'));
  expect(who).toMatchObject({
    server: coffer.url,
    person: { name: 'Ada Byron' },
    token: { label: 'Command line' },
  });
  const elsewhere = { environment: { COFFER_URL: 'https://elsewhere.invalid' } };
  expect(await world.run(['ls'], elsewhere)).toMatchObject({ exitCode: 77 });
  await done('sign-out');
  expect(existsSync(kept)).toBe(false);
  await signIn(coffer.url, { input: token });
  expect(await done('ls')).toBe('Personal/\n');
  expect(await run('ls', 'Personal', 'more')).toMatchObject({ exitCode: 64 });
  expect(await run('ls', 'Personal/../Other')).toMatchObject({ exitCode: 64 });
  expect(await run('ls', 'Nowhere')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Nowhere'),
  });
});

test('files and folders go up and come down the same, and receipts fit', async () => {
  const large = randomBytes(20 * MIB + 5);
  write('up/large.bin', large);
  utimesSync(at('up/large.bin'), new Date(), new Date('2025-01-02T03:04:05Z'));
  write('up/deep/er/Ümlaut & more.txt', 'text');
  write('up/empty', '');
  symlinkSync('/etc/hostname', at('up/link'));
  expect(await outcomes('put', 'up', 'Personal')).toEqual({
    'Personal/up/deep/er/Ümlaut & more.txt': 'uploaded',
    'Personal/up/large.bin': 'uploaded',
    'Personal/up/empty': 'uploaded',
    'Personal/up/link': 'skipped',
  });
  expect(await done('ls', 'personal/UP')).toBe('deep/\nempty\nlarge.bin\n');
  await done('get', 'Personal/up', 'down');
  expect(readFileSync(at('down/large.bin')).equals(large)).toBe(true);
  expect(readFileSync(at('down/deep/er/Ümlaut & more.txt'), 'utf8')).toBe('text');
  expect(statSync(at('down/large.bin')).mtime).toEqual(new Date('2025-01-02T03:04:05Z'));
  expect(readdirSync(at('down')).toSorted()).toEqual(['deep', 'empty', 'large.bin']);
  expect((await run('get', 'Personal/up/deep/er/Ümlaut & more.txt', '-')).stdout).toBe('text');

  writeFileSync(at('receipt.json'), await done('receipt', 'Personal/up/large.bin'));
  const verified = await runCoffer(['verify', at('down/large.bin'), at('receipt.json')], {});
  expect(verified).toMatchObject({ exitCode: 0 });
});

test('a name that is taken is left alone unless told otherwise', async () => {
  write('note.txt', 'first');
  await done('put', 'note.txt', 'Personal');
  write('note.txt', 'second');
  const refused = await run('put', 'note.txt', 'Personal');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--if-taken') });
  expect(await outcomes('put', 'note.txt', 'Personal', '--if-taken', 'skip')).toEqual({
    'Personal/note.txt': 'skipped',
  });
  await done('put', 'note.txt', 'Personal', '--if-taken', 'rename');
  expect((await run('get', 'Personal/note (2).txt', '-')).stdout).toBe('second');
  expect((await run('get', 'Personal/note.txt', '-')).stdout).toBe('first');
  await done('put', 'note.txt', 'Personal/note.txt', '--if-taken', 'replace');
  expect((await run('get', 'Personal/note.txt', '-')).stdout).toBe('second');

  write('note.txt', 'here');
  expect(await run('get', 'Personal/note.txt')).toMatchObject({ exitCode: 1 });
  expect(readFileSync(at('note.txt'), 'utf8')).toBe('here');
  await done('get', 'Personal/note.txt', '--if-taken', 'replace');
  expect(await outcomes('get', 'Personal/note.txt')).toEqual({ 'note.txt': 'unchanged' });
});

test('an upload that was killed continues with what the store has', async () => {
  writeFileSync(at('killed.bin'), randomBytes(MIB));
  truncateSync(at('killed.bin'), 256 * MIB);
  const first = world.start(['put', 'killed.bin', 'Personal']);
  const stored = async () => {
    const { uploads } = await world.person.call('listUploads');
    const open = uploads.find(({ upload }) => upload.name === 'killed.bin');
    if (open === undefined) return undefined;
    const status = await world.person.call('getUpload', { params: { uploadId: open.upload.id } });
    return status.stored.length >= 2 ? status : undefined;
  };
  await expect.poll(stored, { interval: 5 }).toBeDefined();
  first.child.kill('SIGKILL');
  await first.ended;
  const left = await stored();
  expect(left?.stored.length).toBeLessThan(32);
  await done('put', 'killed.bin', 'Personal');
  const uploadId = left?.upload.id;
  if (uploadId === undefined) throw new Error('the upload ended before it was killed');
  const status = await world.person.call('getUpload', { params: { uploadId } });
  expect(status.upload.state).toBe('committed');
  expect((await world.person.call('listUploads')).uploads).toEqual([]);
  expect(readdirSync(at('home/.local/state/coffer/uploads'))).toEqual([]);

  await done('get', 'Personal/killed.bin', 'killed-again.bin');
  expect(readFileSync(at('killed-again.bin')).equals(readFileSync(at('killed.bin')))).toBe(true);
});

test('small files that were killed leave no room reserved once the command runs again', async () => {
  for (let number = 0; number < 200; number += 1) write(`small/${number}.txt`, randomBytes(50_000));
  const reserved = async () => (await world.person.call('listUploads')).uploads.length;
  const first = world.start(['put', 'small', 'Personal']);
  await expect.poll(reserved, { interval: 5 }).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(new Set(Object.values(await outcomes('put', 'small', 'Personal')))).toContain('uploaded');
  expect(new Set(Object.values(await outcomes('put', 'small', 'Personal')))).toEqual(new Set(['unchanged']));
  expect(await reserved()).toBe(0);
  expect(readdirSync(at('home/.local/state/coffer/batches'))).toEqual([]);
  expect((await done('ls', 'Personal/small')).trim().split('\n')).toHaveLength(200);
});

test('a large file that cannot be read to its end reserves no room', async () => {
  const { coffer, person, rootId: parentId, token } = world;
  const signal = AbortSignal.timeout(60_000);
  const context = quietContext(createClient({ server: coffer.url, token, signal }), at('home'));
  const upload = async (name: string) => {
    const local = { absolute: at(name), sizeBytes: 20 * MIB, modifiedMs: 0 };
    return await uploadLarge(context, { local, parentId, name, shown: name, conflict: 'ask' });
  };
  const uploads = at('home/.local/state/coffer/uploads');
  const before = readdirSync(uploads);
  write('shorter.bin', randomBytes(9 * MIB));
  await expect(upload('shorter.bin')).rejects.toThrow('became shorter');
  await expect(upload('missing.bin')).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await person.call('listUploads')).uploads).toEqual([]);
  expect(readdirSync(uploads)).toEqual(before);
});

test('a download goes on with what is there, and never with damaged bytes', async () => {
  const content = randomBytes(9 * MIB);
  write('resumed.bin', content);
  await done('put', 'resumed.bin', 'Personal');
  const { versionId } = await nodeAt('Personal/resumed.bin');
  for (const half of [content.subarray(0, 5 * MIB), randomBytes(5 * MIB), randomBytes(12 * MIB)]) {
    mkdirSync(at('resumed'), { recursive: true });
    writeFileSync(at('resumed', unfinishedName('resumed.bin', versionId ?? '')), half);
    await done('get', 'Personal/resumed.bin', 'resumed', '--if-taken', 'replace');
    expect(readFileSync(at('resumed/resumed.bin')).equals(content)).toBe(true);
    expect(readdirSync(at('resumed'))).toEqual(['resumed.bin']);
    writeFileSync(at('resumed/resumed.bin'), 'other');
  }
  // The run was killed while it placed the file: both names are the same file.
  linkSync(at('resumed/resumed.bin'), at('resumed', unfinishedName('resumed.bin', versionId ?? '')));
  await done('get', 'Personal/resumed.bin', 'resumed', '--if-taken', 'rename');
  expect(readFileSync(at('resumed/resumed.bin'), 'utf8')).toBe('other');
  expect(readFileSync(at('resumed/resumed (2).bin')).equals(content)).toBe(true);
});

const sync = async (...more: readonly string[]) => await outcomes('sync', 'tree', 'Personal/tree', ...more);
const syncKept = async (...more: readonly string[]) =>
  await outcomes('sync', 'kept', 'Personal/kept', ...more);

test('sync brings what is new, and leaves alone what was changed at the target', async () => {
  const { person } = world;
  for (const name of ['same', 'edited', 'both', 'gone']) write(`tree/${name}.txt`, `${name} 1`);
  write('tree/sub/in.txt', 'in');
  expect(Object.values(await sync()).filter((outcome) => outcome === 'uploaded')).toHaveLength(5);
  expect(new Set(Object.values(await sync()))).toEqual(new Set(['unchanged']));

  await person.replace(await nodeAt('Personal/tree/both.txt'), Buffer.from('both there'));
  await person.upload((await nodeAt('Personal/tree')).id, 'added.txt', Buffer.from('added there'));
  write('tree/edited.txt', 'edited 2');
  write('tree/both.txt', 'both here');
  rmSync(at('tree/gone.txt'));
  rmSync(at('tree/sub'), { recursive: true });
  symlinkSync('/etc', at('tree/etc'));
  const planned = await run('sync', 'tree', 'Personal/tree', '--dry-run', '--delete');
  expect([planned.exitCode, planned.stdout.trim().split('\n').toSorted()]).toEqual([
    3,
    ['replace     edited.txt', 'trash       gone.txt', 'trash       sub', 'trash       sub/in.txt'],
  ]);
  const ran = await run('sync', 'tree', 'Personal/tree', '--delete');
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toContain('both.txt: it was changed in Coffer since the last sync');
  expect(ran.stderr).toContain('added.txt: it is only in Coffer');
  expect(await done('ls', 'Personal/tree')).toBe('added.txt\nboth.txt\nedited.txt\nsame.txt\n');
  expect((await run('get', 'Personal/tree/both.txt', '-')).stdout).toBe('both there');
  expect((await run('get', 'Personal/tree/edited.txt', '-')).stdout).toBe('edited 2');
  const trash = await person.call('listTrash', { params: { spaceId: world.spaceId } });
  expect(trash.items.map(({ node }) => node.name).toSorted()).toEqual(['gone.txt', 'in.txt', 'sub']);

  await person.replace(await nodeAt('Personal/tree/same.txt'), Buffer.from('same there'));
  expect(await sync('--down')).toMatchObject({
    'added.txt': 'downloaded',
    'same.txt': 'downloaded',
    'both.txt': 'conflict',
  });
  expect(readFileSync(at('tree/both.txt'), 'utf8')).toBe('both here');
  write('tree/mine.txt', 'mine');
  expect(await sync('--down', '--delete')).toMatchObject({ 'mine.txt': 'conflict' });
  expect(await sync('--down', '--delete', '--overwrite')).toMatchObject({
    'mine.txt': 'moved aside',
    'both.txt': 'downloaded',
  });
  expect(readFileSync(at('tree/both.txt'), 'utf8')).toBe('both there');
  const kept = readdirSync(at('tree/.coffer-trash')).flatMap((name) =>
    readdirSync(at('tree/.coffer-trash', name)),
  );
  expect(kept.toSorted()).toEqual(['both.txt', 'mine.txt']);
  utimesSync(at('tree/same.txt'), new Date(), new Date());
  expect(new Set(Object.values(await sync()).filter((outcome) => outcome !== 'skipped'))).toEqual(
    new Set(['unchanged']),
  );
});

test('sync sees a change that keeps size and time, and loses none on the way down', async () => {
  const { person } = world;
  const [hidden, cut] = ['kept/hidden.txt', 'kept/cut.txt'];
  const change = (path: string, content: string): void => {
    const { atime, mtime } = statSync(at(path));
    write(path, content);
    utimesSync(at(path), atime, mtime);
  };
  for (const path of [hidden, cut]) {
    write(path, 'before');
    utimesSync(at(path), 1_700_000_000, 1_700_000_000);
  }
  await syncKept();
  change(hidden, 'behind');
  expect(await syncKept()).toEqual({ 'hidden.txt': 'uploaded', 'cut.txt': 'unchanged' });
  expect((await run('get', `Personal/${hidden}`, '-')).stdout).toBe('behind');

  const states = at('home/.local/state/coffer/sync');
  const editStates = (pattern: RegExp, by: string): void => {
    for (const name of readdirSync(states)) {
      const text = readFileSync(join(states, name), 'utf8');
      writeFileSync(join(states, name), text.replaceAll(pattern, by));
    }
  };
  for (const isOlder of [false, true]) {
    change(hidden, isOlder ? 'second' : 'mine 1');
    await person.replace(await nodeAt(`Personal/${hidden}`), Buffer.from('theirs'));
    await person.replace(await nodeAt(`Personal/${cut}`), Buffer.from(`there ${isOlder}`));
    // As an older "coffer" left it.
    if (isOlder) editStates(/,"changedMs":\d+/g, '');
    expect(await syncKept('--down')).toEqual({ 'hidden.txt': 'conflict', 'cut.txt': 'downloaded' });
    expect(readFileSync(at(cut), 'utf8')).toBe(`there ${isOlder}`);
    expect(existsSync(at('kept/.coffer-trash'))).toBe(isOlder);
    expect(await syncKept('--down', '--overwrite')).toMatchObject({ 'hidden.txt': 'downloaded' });
  }
  const trashed = (): readonly string[] =>
    readdirSync(at('kept/.coffer-trash'))
      .map((name) => readFileSync(at('kept/.coffer-trash', name, 'hidden.txt'), 'utf8'))
      .toSorted();
  expect(trashed()).toEqual(['mine 1', 'second']);

  // As on a disk that does not note the time of a change.
  change(hidden, 'unseen');
  await person.replace(await nodeAt(`Personal/${hidden}`), Buffer.from('newest'));
  editStates(/"changedMs":\d+/g, `"changedMs":${Math.trunc(statSync(at(hidden)).ctimeMs)}`);
  expect(await syncKept('--down')).toMatchObject({ 'hidden.txt': 'downloaded' });
  expect(trashed()).toEqual(['mine 1', 'second', 'unseen']);
});

test('sync brings down into a folder whose name differs in case alone', async () => {
  write('cased/Sub/mine.txt', 'mine');
  write('new.txt', 'new');
  await done('mkdir', '-p', 'Personal/cased/sub/deep');
  for (const folder of ['sub', 'sub/deep']) await done('put', 'new.txt', `Personal/cased/${folder}`);
  await outcomes('sync', 'cased', 'Personal/cased', '--down');
  expect(readdirSync(at('cased'))).toEqual(['Sub']);
  expect(readdirSync(at('cased/Sub')).toSorted()).toEqual(['deep', 'mine.txt', 'new.txt']);
  expect(readdirSync(at('cased/Sub/deep'))).toEqual(['new.txt']);
});

test('folders are made, items moved, copied, found, shared and trashed', async () => {
  expect(await run('mkdir', 'Personal/a/b')).toMatchObject({ exitCode: 1 });
  await done('mkdir', '-p', 'Personal/a/b');
  write('move.txt', 'move');
  await done('put', 'move.txt', 'Personal/a/first words.txt');
  await done('mv', 'Personal/a/first words.txt', 'Personal/a/b');
  await done('mv', 'Personal/a/b/first words.txt', 'Personal/a/renamed words.txt');
  await done('cp', 'Personal/a/renamed words.txt', 'Personal/a/b/copied words.txt');
  expect(await run('cp', 'Personal/a/renamed words.txt', 'Personal/a/b/copied words.txt')).toMatchObject({
    exitCode: 1,
  });
  expect((await done('find', 'words')).split('\n').toSorted()).toEqual([
    '',
    'Personal/a/b/copied words.txt',
    'Personal/a/renamed words.txt',
  ]);
  expect(await run('share', 'Personal/a', '--with', 'nobody@example.org')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('nobody@example.org'),
  });
  const address = await done('link', 'Personal/a/renamed words.txt', '--days', '1');
  expect(address).toMatch(/^http:\/\/localhost:\d+\/l\/\S+\n$/);
  expect(await done('admin', 'people')).toContain('Ada Byron <ada@example.org>');
  expect(await done('admin', 'spaces')).toContain('Ada Byron');
  expect(await run('rm', 'Personal')).toMatchObject({ exitCode: 1 });
  await done('rm', 'Personal/a/b');
  expect(await done('ls', 'Personal/a')).toBe('renamed words.txt\n');
});

test('an item that is placed under a new name gets a number, or replaces what is there', async () => {
  for (const name of ['one', 'two', 'there']) write(`${name}.txt`, name);
  await done('mkdir', '-p', 'Personal/place/in');
  await done('put', 'one.txt', 'two.txt', 'Personal/place');
  await done('put', 'there.txt', 'Personal/place/in');
  const here = 'Personal/place/one.txt';
  const target = 'Personal/place/in/there.txt';
  expect(await run('mv', here, target)).toMatchObject({ exitCode: 1 });
  expect(await run('cp', here, here, '--if-taken', 'replace')).toMatchObject({ exitCode: 1 });
  const copied = JSON.parse(await done('cp', here, target, '--if-taken', 'rename', '--json'));
  expect(copied).toMatchObject({ name: 'there (2).txt' });
  await done('cp', here, here, '--if-taken', 'rename', '--json');
  await done('mv', here, target, '--if-taken', 'rename', '--json');
  await done('mv', 'Personal/place/two.txt', target, '--if-taken', 'replace', '--json');
  expect(await done('ls', 'Personal/place')).toBe('in/\none (2).txt\n');
  expect(await done('ls', 'Personal/place/in')).toBe('there (2).txt\nthere (3).txt\nthere.txt\n');
  expect((await run('get', target, '-')).stdout).toBe('two');
});

test('what is shared with somebody is there for their token, and for the scopes that it has', async () => {
  const { coffer, folder } = world;
  const account = await createMember(coffer, join(folder.path, 'data'));
  const member = new Person(coffer.url);
  await member.signIn(account.email, account.password);
  const body = { label: 'Read', scopes: ['files:read' as const] };
  const { secret } = await member.call('createToken', { body });
  write('shared/deep/note.txt', 'for Grace');
  await done('put', 'shared', 'Personal');
  await done('share', 'Personal/shared', '--with', account.email, '--role', 'editor');
  expect(await run('share', 'Personal/shared', '--with', account.email)).toMatchObject({ exitCode: 1 });

  const options = { environment: { COFFER_URL: coffer.url, COFFER_TOKEN: secret } };
  const as = async (...args: readonly string[]): Promise<Ran> => await world.run(args, options);
  expect((await as('ls')).stdout).toBe('Personal/\nShared with me/\n');
  expect((await as('ls', 'shared with me')).stdout).toBe('shared/\n');
  expect((await as('get', 'Shared with me/shared/deep/note.txt', '-')).stdout).toBe('for Grace');
  expect((await as('find', 'note', '--json')).stdout).toContain('"Shared with me/shared/deep/note.txt"');
  expect(await as('put', 'note.txt', 'Personal')).toMatchObject({
    exitCode: 77,
    stderr: expect.stringContaining('files:write'),
  });
  expect(await as('admin', 'people')).toMatchObject({ exitCode: 77 });
});

test('Ctrl+C stops with its own exit code, and wrong commands with theirs', async () => {
  truncateSync(at('killed.bin'), 200 * MIB);
  const running = world.start(['put', 'killed.bin', 'Personal/stopped.bin']);
  await expect
    .poll(async () => (await world.person.call('listUploads')).uploads.length, { interval: 5 })
    .toBeGreaterThan(0);
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended).toMatchObject({
    exitCode: 130,
    stderr: expect.stringContaining('Run the same command again'),
  });
  // The reader of the output does not read.
  await done('put', 'up/large.bin', 'Personal/unread.bin');
  const unread = world.start(['get', 'Personal/unread.bin', '-']);
  unread.child.stdout?.pause();
  await expect.poll(() => unread.child.stdout?.readableLength ?? 0, { interval: 5 }).toBeGreaterThan(0);
  unread.child.kill('SIGINT');
  expect(await new Promise((exited) => unread.child.once('exit', exited))).toBe(130);
  unread.child.stdout?.resume();
  // The server gives up the upload of the earlier file content.
  truncateSync(at('killed.bin'), 100 * MIB);
  await done('put', 'killed.bin', 'Personal/stopped.bin');
  expect((await world.person.call('listUploads')).uploads).toEqual([]);
  expect(await run('fly')).toMatchObject({ exitCode: 64 });
  expect(await run('start')).toMatchObject({
    exitCode: 64,
    stderr: expect.stringContaining('coffer.js start'),
  });
  expect(await runCoffer(['ls', '--what'], {})).toMatchObject({ exitCode: 64 });
});

// Only Linux has this device.
test.skipIf(!existsSync('/dev/full'))('an output that cannot be written is named', () => {
  const full = openSync('/dev/full', 'w');
  const cut = spawnSync(process.execPath, [PROGRAM, 'help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const message = 'The output could not be written: the disk is full.\n';
  expect([cut.status, cut.stderr.toString()]).toEqual([1, message]);
});
