import { type OperationResponse, SHARED_FOLDER } from '@coffer/contracts';
import type { Command } from '../command.ts';
import { WrongArguments } from '../command-failure.ts';
import { EXIT } from '../exit-codes.ts';
import { listSpaceFolders } from '../remote/find-node.ts';
import { showPath } from '../remote/remote-path.ts';
import { formatBytes, formatTime, table } from '../terminal/format.ts';
import { printable } from '../terminal/printable.ts';

const SHOWN = 200;
const SHOWN_OF_CONTENT = 50;

export const find: Command = {
  usage: `WORDS... [--content] [-l] [--json]

Finds files and folders by their names in all spaces, best matches first.

  --content    by the text in files instead
  -l, --long   with size and time of the last change`,
  options: { content: { type: 'boolean' }, long: { type: 'boolean', short: 'l' } },
  run: async (world, args) => {
    const words = args.positionals.join(' ').trim();
    if (words === '') throw new WrongArguments('WORDS are missing.');
    const { client, output } = await world.context();
    const isContent = args.isSet('content');
    const spaces = await listSpaceFolders(client);
    const names = new Map(spaces.map(({ name, space }) => [space.id, name]));
    const { items, total } = await client.call('search', {
      query: {
        q: words,
        in: isContent ? 'content' : 'name',
        limit: String(isContent ? SHOWN_OF_CONTENT : SHOWN),
      },
    });
    const pathOf = ({ node, space, path }: OperationResponse<'search'>['items'][number]): string => {
      const start = space === null ? SHARED_FOLDER : (names.get(space.id) ?? space.name);
      return showPath([start, ...path.map(({ name }) => name), node.name]);
    };
    if (output.isJson) {
      output.json({ total, items: items.map((item) => ({ ...item, path: pathOf(item) })) });
      return EXIT.done;
    }
    const rows = items.map((item) => [
      item.node.sizeBytes === null ? '' : formatBytes(item.node.sizeBytes),
      formatTime(item.node.modifiedAt),
      printable(item.node.kind === 'folder' ? `${pathOf(item)}/` : pathOf(item)),
    ]);
    if (rows.length > 0)
      output.result(args.isSet('long') ? table(rows, [0]) : rows.map((row) => row[2]).join('\n'));
    if (total > items.length) output.note(`The ${items.length} best of ${total} matches.`);
    return rows.length > 0 ? EXIT.done : EXIT.failed;
  },
};
