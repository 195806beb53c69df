import { GRANT_ROLES, type FoundPerson, LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import type { Client } from '../api/client.ts';
import { demand } from '../arguments.ts';
import type { Command } from '../command.ts';
import { CommandFailure, WrongArguments } from '../command-failure.ts';
import { EXIT } from '../exit-codes.ts';
import { findNode } from '../remote/find-node.ts';
import { showPath } from '../remote/remote-path.ts';
import { createReport } from '../report.ts';
import { formatTime } from '../terminal/format.ts';
import { readAll } from '../terminal/read-secret.ts';

const DAYS_MAX = LIMITS.linkLifeMaxMs / DAY_MS;

export const share: Command = {
  usage: `PATH --with EMAIL[,EMAIL...] [--role viewer|editor|manager] [--days N] [--message TEXT]

Shares a file or folder with people who have an account. The token needs shares:write.

  --role ROLE      viewer (default), editor or manager
  --days N         until then; without an end otherwise
  --message TEXT   is sent along`,
  options: {
    with: { type: 'string' },
    role: { type: 'string' },
    days: { type: 'string' },
    message: { type: 'string' },
  },
  run: async (world, args) => {
    const [path] = demand(args, 'PATH');
    const addresses = (args.value('with') ?? '').split(',').map((part) => part.trim());
    if (addresses.includes('')) throw new WrongArguments('--with EMAIL is missing.');
    const role = args.choice('role', GRANT_ROLES);
    const days = args.number('days', 3650);
    const { client, output } = await world.context();
    const { node, path: names } = await findNode(client, path);
    const people = new Map<string, FoundPerson>();
    for (const address of addresses) {
      const person = await findPerson(client, address);
      people.set(person.id, person);
    }
    const { items } = await client.call('createGrants', {
      params: { nodeId: node.id },
      body: {
        personIds: Array.from(people.values(), ({ id }) => id),
        role,
        expiresAt: days === undefined ? null : inDays(days),
        message: args.value('message') ?? '',
      },
    });
    const report = createReport(output);
    for (const item of items) {
      const { email = '' } = people.get(item.holderId) ?? {};
      if (item.ok) output.note(`Shared ${showPath(names)} with ${email} as ${role}.`);
      else report.fail(email, new ApiFailure(item.code));
    }
    if (output.isJson) output.json({ items });
    return report.exitCode();
  },
};

async function findPerson(client: Client, address: string): Promise<FoundPerson> {
  const { items } = await client.call('searchPeople', { query: { text: address } });
  const person = items.find(({ email }) => email.toLowerCase() === address.toLowerCase());
  if (person === undefined)
    throw new CommandFailure(
      `Nobody here has the address ${address}. To invite someone, share in the application.`,
    );
  return person;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

export const link: Command = {
  usage: `PATH [--kind download|view] [--days N] [--password-stdin] [--label TEXT]

Creates a public link, and prints its address, which is shown this once. The token needs shares:write.

  --kind KIND        what guests may do: download (default), or view only
  --days N           valid that long, ${LIMITS.linkLifeMs / DAY_MS} days without it
  --password-stdin   asks guests for the password that comes on standard input`,
  options: {
    kind: { type: 'string' },
    days: { type: 'string' },
    label: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  run: async (world, args) => {
    const [path] = demand(args, 'PATH');
    const kind = args.choice('kind', ['download', 'view']);
    const days = args.number('days', DAYS_MAX);
    const { client, output } = await world.context();
    const { node } = await findNode(client, path);
    const { policy } = await client.call('listNodeLinks', { params: { nodeId: node.id } });
    if (!policy.isAllowed) throw new ApiFailure('links_turned_off');
    if (days !== undefined && days > policy.daysMax)
      throw new CommandFailure(`Links here are valid for at most ${policy.daysMax} days.`);
    const password = args.isSet('password-stdin') ? await readAll(world.stdin) : null;
    if (policy.needsPassword && password === null)
      throw new CommandFailure('Links here need a password. Give one with --password-stdin.');
    const expiresAt = inDays(days ?? Math.min(LIMITS.linkLifeMs / DAY_MS, policy.daysMax));
    const created = await client.call('createPublicLink', {
      params: { nodeId: node.id },
      body: { kind, expiresAt, password, label: args.value('label') ?? '' },
    });
    if (output.isJson) output.json(created);
    else output.result(created.url);
    output.note(`Anyone with this link can ${kind} “${node.name}” until ${formatTime(expiresAt)}.`);
    return EXIT.done;
  },
};
