import { assert } from '@coffer/kit';
import { z } from 'zod';
import type { PoolFixture } from '../pool-fixture.ts';

/** A client that we did not write, by the one way in that all of them have: an operation and its input. */
export interface ScenarioClient {
  /** What the client made of the answer; it throws a `RefusedCall` for an error of the pool. */
  call(operation: string, input: object): Promise<Output>;
  /** Whether its release has a call for it. */
  knows(operation: string): boolean;
  close(): Promise<void>;
}

export type Output = Readonly<Record<string, unknown>>;
export const outputSchema = z.record(z.string(), z.unknown());

/** What the scenario runs in: names in it begin with `tag`, so that several clients may use one pool. */
export interface World {
  readonly tag: string;
  readonly fixture: PoolFixture;
  readonly client: ScenarioClient;
}

/** An error of the pool, as the client tells it. */
export class RefusedCall extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Skips a test of calls that the client has not. */
export function skipUnknown({ client }: World, context: Skippable, ...calls: readonly string[]): void {
  const missing = calls.filter((operation) => !client.knows(operation));
  context.skip(missing.length > 0, `the client has no ${missing.join(', ')}`);
}

interface Skippable {
  skip(condition: boolean, note: string): void;
}

export const refused = (name: string, message: string) => ({ name, message });

/** A text within what was answered. */
export function textAt(output: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(output, ...path);
  assert(typeof found === 'string' && found !== '', `a text at ${path.join('.')}`);
  return found;
}

/** When: a `Date`, seconds of the epoch, or ISO 8601, as the client has it. */
export function ageAt(output: unknown, ...path: readonly (string | number)[]): number {
  const found = valueAt(output, ...path);
  const isTime = found instanceof Date || typeof found === 'string' || typeof found === 'number';
  assert(isTime, `a time at ${path.join('.')}`);
  return Date.now() - new Date(typeof found === 'number' ? found * 1000 : found).getTime();
}

function valueAt(output: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), output);
}
