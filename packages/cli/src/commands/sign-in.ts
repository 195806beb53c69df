import { DAY_MS } from '@coffer/kit';
import { demand } from '../arguments.ts';
import { createClient } from '../api/client.ts';
import type { Command, World } from '../command.ts';
import { WrongArguments } from '../command-failure.ts';
import { forgetCredentials, keepCredentials, serverOf, tokenOf } from '../config/credentials.ts';
import { EXIT } from '../exit-codes.ts';
import { formatTime } from '../terminal/format.ts';
import { readAll, readHidden } from '../terminal/read-secret.ts';

const EXPIRES_SOON_MS = 7 * DAY_MS;

export const signIn: Command = {
  usage: `URL [--token-stdin]

Asks for an API token, checks it, and keeps it in a file that only you may read.
Make a token in Coffer: Settings, API tokens. It may do what you choose there.

  --token-stdin   read the token from standard input; otherwise from COFFER_TOKEN, or you are asked

Scripts need no sign-in: they set COFFER_URL and COFFER_TOKEN.`,
  options: { 'token-stdin': { type: 'boolean' } },
  run: async (world, args) => {
    const [url] = demand(args, 'URL');
    const server = serverOf(url);
    const token = tokenOf(await readToken(world, { server, isFromStdin: args.isSet('token-stdin') }));
    const { environment, output, signal } = world;
    const current = await createClient({ server, token, signal }).call('getCurrentToken');
    const path = await keepCredentials(environment, { server, token });
    output.note(`Signed in to ${server} as ${current.person.name}. The token is in ${path}.`);
    if (output.isJson) output.json({ server, person: current.person, token: current.token });
    return EXIT.done;
  },
};

async function readToken(
  { environment, stdin, output }: World,
  { server, isFromStdin }: { readonly server: string; readonly isFromStdin: boolean },
): Promise<string> {
  if (isFromStdin) return await readAll(stdin);
  const given = environment['COFFER_TOKEN'];
  if (given !== undefined) return given;
  if (stdin.isTTY !== true) throw new WrongArguments('Give the token with --token-stdin or COFFER_TOKEN.');
  output.warn(`Make a token at ${server}/settings/tokens and paste it here. It isn’t shown.`);
  return await readHidden(stdin);
}

export const signOut: Command = {
  usage: `

Forgets the token on this machine. It stays valid until you delete it in Coffer: Settings, API tokens.`,
  options: {},
  run: async ({ environment, output }, args) => {
    demand(args);
    const wasKept = await forgetCredentials(environment);
    output.note(
      wasKept
        ? 'The token on this machine is deleted. To end it everywhere, delete it in Coffer: Settings, API tokens.'
        : 'You weren’t signed in.',
    );
    return EXIT.done;
  },
};

export const whoAmI: Command = {
  usage: `[--json]

Shows the server, the person, and what the token may do until when.`,
  options: {},
  run: async (world, args) => {
    demand(args);
    const { client, output } = await world.context();
    const { person, token } = await client.call('getCurrentToken');
    if (output.isJson) {
      output.json({ server: client.server, person, token });
      return EXIT.done;
    }
    output.result(
      [
        `${person.name} <${person.email}> at ${client.server}`,
        `Token “${token.label}”: ${token.scopes.join(', ')}`,
        `Expires ${formatTime(token.expiresAt)}`,
      ].join('\n'),
    );
    if (Date.parse(token.expiresAt) - Date.now() < EXPIRES_SOON_MS)
      output.warn('The token expires soon. Make another one in Coffer: Settings, API tokens.');
    return EXIT.done;
  },
};
