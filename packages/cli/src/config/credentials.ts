import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@coffer/kit';
import * as z from 'zod/mini';
import { CommandFailure, WrongArguments } from '../command-failure.ts';
import { EXIT } from '../exit-codes.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { writePrivate } from '../local/write-private.ts';
import { configFolder, type Environment } from './folders.ts';

export interface Credentials {
  /** URL of a Coffer server, without a path. */
  readonly server: string;
  readonly token: string;
}

const Stored = z.object({ version: z.literal(1), server: z.string(), token: z.string() });

export function credentialsPath(environment: Environment): string {
  return join(configFolder(environment), 'credentials.json');
}

/** `COFFER_URL` and `COFFER_TOKEN` take precedence over stored values. */
export async function readCredentials(
  environment: Environment,
  warn: (text: string) => void,
): Promise<Credentials> {
  const { COFFER_TOKEN: token, COFFER_URL: url } = environment;
  const kept = token !== undefined && url !== undefined ? undefined : await readKept(environment, warn);
  const server = url === undefined ? kept?.server : serverOf(url);
  // A stored token is used only for its own server.
  const secret = token ?? (kept?.server === server ? kept?.token : undefined);
  if (server === undefined || secret === undefined) {
    throw new CommandFailure('You’re not signed in. Run "coffer sign-in URL".', EXIT.notSignedIn);
  }
  return { server, token: tokenOf(secret) };
}

async function readKept(
  environment: Environment,
  warn: (text: string) => void,
): Promise<Credentials | undefined> {
  const path = credentialsPath(environment);
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      warn(`Others may read ${path}, which holds your token. Run "chmod 600" on it.`);
    const stored = z.safeParse(Stored, parseJson(await readFile(path, 'utf8')));
    if (!stored.success) {
      throw new CommandFailure(`${path} can’t be read. Run "coffer sign-in URL" again.`, EXIT.notSignedIn);
    }
    return { server: serverOf(stored.data.server), token: stored.data.token };
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function keepCredentials(environment: Environment, credentials: Credentials): Promise<string> {
  const path = credentialsPath(environment);
  await writePrivate(path, `${JSON.stringify({ version: 1, ...credentials }, null, 2)}\n`);
  return path;
}

export async function forgetCredentials(environment: Environment): Promise<boolean> {
  try {
    await rm(credentialsPath(environment));
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Requires HTTPS, because otherwise anybody on the network path could read the token. */
export function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new WrongArguments(`"${text}" is no address. Write it like https://files.example.org.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new WrongArguments(
      'The address has to begin with https://. Others could read the token on its way.',
    );
  return url.origin;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Does not repeat an invalid token in the message. */
export function tokenOf(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]{1,200}$/.test(token))
    throw new CommandFailure('This isn’t an API token.', EXIT.notSignedIn);
  return token;
}
