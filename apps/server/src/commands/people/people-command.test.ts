import { runCoffer } from '@coffer/testing/coffer-command';
import { startCoffer } from '@coffer/testing/coffer-process';
import { freePort, temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test } from 'vitest';
import { parsePeopleArguments } from './arguments.ts';

const folder = temporaryFolder('people');
afterAll(async () => await folder.remove());

const ASKED_MS = 180_000;

async function settings(): Promise<Readonly<Record<string, string>>> {
  return { COFFER_DATA: `${folder.path}/data`, COFFER_POOL_PORT: String(await freePort()) };
}

test(
  'people can be invited and listed with the server running or stopped',
  async () => {
    const dataFolder = `${folder.path}/data`;
    const never = await runCoffer(['people', 'list'], await settings());
    expect(never).toMatchObject({ exitCode: 66, stdout: '' });
    expect(never.stderr).toContain('Start it once first');

    const coffer = await startCoffer({ dataFolder });
    const environment = {
      COFFER_DATA: dataFolder,
      COFFER_URL: coffer.url,
      COFFER_PORT: String(coffer.ports.app),
      COFFER_STORE_PORT: String(coffer.ports.store),
      COFFER_POOL_PORT: String(coffer.ports.pool),
    };
    const people = async (...args: readonly string[]) => await runCoffer(['people', ...args], environment);
    expect(await people('list')).toMatchObject({
      exitCode: 0,
      stdout: 'Nobody has signed in or been invited yet.\n',
    });
    const invited = await people('invite', 'ann@example.org', '--role', 'administrator');
    expect(invited).toMatchObject({ exitCode: 0, stderr: '' });
    expect(invited.stdout).toMatch(
      /^Invitation for ann@example\.org\. It works once, until [\d-]+ [\d:]+ UTC:\nhttp:\/\/localhost:\d+\/join#[\w-]{43}\n$/,
    );
    expect((await people('list')).stdout).toMatch(/ann@example\.org +administrator +invited until [\d-]+\n$/);
    const unknown = await people('disable', 'nobody@example.org');
    expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
    expect(unknown.stderr).toContain('There is nobody called nobody@example.org.');
    expect(await coffer.stop()).toBe(0);

    const stopped = await people('list', '--json');
    expect(JSON.parse(stopped.stdout)).toMatchObject([
      { id: null, email: 'ann@example.org', status: 'invited', role: 'administrator' },
    ]);
    const again = JSON.parse((await people('invite', 'ann@example.org', '--json')).stdout);
    expect(again.url).toMatch(/\/join#[\w-]{43}$/);
    expect(await people('withdraw', 'ann@example.org')).toMatchObject({ exitCode: 0 });
    expect(await people('withdraw', 'ann@example.org')).toMatchObject({ exitCode: 2 });
  },
  ASKED_MS,
);

test('help, missing arguments and wrong settings each have an exit code', async () => {
  const ran = await runCoffer(['people', '--help'], {});
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toContain('coffer people COMMAND');
  expect(await runCoffer(['people', 'invite'], {})).toMatchObject({ exitCode: 64, stdout: '' });
  expect(await runCoffer(['people', 'list'], { COFFER_PORT: 'x' })).toMatchObject({ exitCode: 78 });
});

test.each([
  [[], 'A command is missing.'],
  [['lsit'], 'There is no command "lsit".'],
  [['lsit', 'ann'], 'There is no command "lsit".'],
  [['list', 'ann'], '"ann" is one argument too many.'],
  [['invite'], 'invite needs an ADDRESS.'],
  [['invite', 'ann@example.org', '--role', 'king'], '--role is one of member, auditor, administrator.'],
  [['disable', 'ann', '--to', 'ben'], 'disable takes no --to.'],
  [['hand-over', 'ann'], 'hand-over needs --to WHOM.'],
  [['enable', 'ann', 'ben'], '"ben" is one argument too many.'],
])('%j is rejected with a message', (args, words) => {
  expect(parsePeopleArguments(args)).toEqual({ ok: false, error: words });
});

test('an unknown option is refused, and roles have commands of their own', () => {
  expect(parsePeopleArguments(['list', '--jsno'])).toMatchObject({ ok: false });
  expect(parsePeopleArguments(['make-member', 'ann'])).toEqual({
    ok: true,
    value: { name: 'change-role', who: 'ann', role: 'member' },
  });
});
