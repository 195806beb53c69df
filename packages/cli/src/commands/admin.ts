import { LIMITS, type OperationResponse } from '@coffer/contracts';
import type { Client } from '../api/client.ts';
import { demand } from '../arguments.ts';
import type { Command } from '../command.ts';
import { WrongArguments } from '../command-failure.ts';
import type { Output } from '../terminal/output.ts';
import { EXIT } from '../exit-codes.ts';
import { formatBytes, table } from '../terminal/format.ts';
import { printable } from '../terminal/printable.ts';

export const admin: Command = {
  usage: `people|spaces [--text WORDS] [--json]

Lists people, or spaces without their contents. For administrators and auditors; the token needs admin:read.

  --text WORDS   only those with this in their name or address`,
  options: { text: { type: 'string' } },
  run: async (world, args) => {
    const [what] = demand(args, '"people" or "spaces"');
    if (what !== 'people' && what !== 'spaces') throw new WrongArguments('It lists "people" or "spaces".');
    const { client, output } = await world.context();
    const text = args.value('text') ?? '';
    if (what === 'people') showPeople(output, await listPeople(client, text));
    else showSpaces(output, await listSpaces(client, text));
    return EXIT.done;
  },
};

type Person = OperationResponse<'listAdminPeople'>['items'][number];
type Space = OperationResponse<'listAdminSpaces'>['items'][number];

async function listPeople(client: Client, text: string): Promise<readonly Person[]> {
  return await allPages(
    async (at) => await client.call('listAdminPeople', { query: { ...pageAt(at), text } }),
  );
}

async function listSpaces(client: Client, text: string): Promise<readonly Space[]> {
  return await allPages(
    async (at) => await client.call('listAdminSpaces', { query: { ...pageAt(at), text } }),
  );
}

function pageAt(at: number): { readonly at: string; readonly limit: string } {
  return { at: String(at), limit: String(LIMITS.pageSizeMax) };
}

async function allPages<T>(
  read: (at: number) => Promise<{ readonly items: readonly T[]; readonly total: number }>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const { items, total } = await read(all.length);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

function showPeople(output: Output, people: readonly Person[]): void {
  if (output.isJson) {
    output.json({ items: people });
    return;
  }
  const used = (person: Person): string =>
    person.status === 'invited'
      ? ''
      : `${formatBytes(person.usedBytes)} of ${formatBytes(person.quotaBytes)}`;
  const rows = people.map((one) => [
    one.status,
    one.role,
    used(one),
    printable(`${one.name} <${one.email}>`),
  ]);
  if (rows.length > 0) output.result(table(rows, [2]));
}

function showSpaces(output: Output, spaces: readonly Space[]): void {
  if (output.isJson) {
    output.json({ items: spaces });
    return;
  }
  const rows = spaces.map(({ archivedAt, kind, name, owner, quotaBytes, takenBytes }) => [
    archivedAt === null ? kind : 'archived',
    `${formatBytes(takenBytes)} of ${formatBytes(quotaBytes)}`,
    printable(kind === 'personal' ? owner.name : `${name} (${owner.name})`),
  ]);
  if (rows.length > 0) output.result(table(rows, [1]));
}
