import { demand } from '../arguments.ts';
import type { Command } from '../command.ts';
import { WrongArguments } from '../command-failure.ts';
import { EXIT } from '../exit-codes.ts';
import { findNode } from '../remote/find-node.ts';

export const receipt: Command = {
  usage: `PATH

Prints the receipt of the current version: a statement, signed by the server, of what it received. Keep it in a file;
the server's "coffer verify FILE RECEIPT.json" holds a file against it.`,
  options: {},
  run: async (world, args) => {
    const [path] = demand(args, 'PATH');
    const { client, output } = await world.context();
    const { node } = await findNode(client, path);
    if (node.kind === 'folder') throw new WrongArguments('A folder has no receipt.');
    output.json(await client.call('getReceipt', { params: { nodeId: node.id } }));
    return EXIT.done;
  },
};
