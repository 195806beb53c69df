import assert from 'node:assert/strict';
import type { Api, Command, Endpoint, Input } from './client.contract.ts';
import { Refused } from './client.contract.ts';
import type { Curl } from './commands.contract.ts';

export interface Scene<Client> {
  readonly client: Client;
  readonly endpoint: Endpoint;
  readonly bucket: string;
  readonly prefix: string;
  readonly freshBucket: string;
  readonly folder: string;
}

export interface Case {
  readonly area: string;
  readonly name: string;
  readonly api?: (scene: Scene<Api>) => Promise<void>;
  readonly s3cmd?: (scene: Scene<Command>) => Promise<void>;
  readonly rclone?: (scene: Scene<Command>) => Promise<void>;
  readonly curl?: (scene: Scene<Curl>) => Promise<void>;
}

/** Succeeds if the store rejects the work with one of these codes or statuses. */
export async function refused(
  work: Promise<unknown>,
  ...expected: readonly (string | number)[]
): Promise<void> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  assert(outcome !== undefined, `accepted, but expected ${expected.join(' or ')}`);
  if (!(outcome instanceof Refused)) throw outcome;
  const isExpected = [outcome.code, outcome.status].some(
    (code) => code !== undefined && expected.includes(code),
  );
  if (!isExpected) throw outcome;
}

export function each(answer: Input, list: string, name: string): readonly unknown[] {
  const items = (answer[list] ?? []) as readonly Input[];
  return items.map((item) => item[name]);
}

export function field(answer: Input, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Input | undefined)?.[name], answer);
}

export function text(answer: Input): string {
  return (answer['Body'] as Buffer).toString();
}
