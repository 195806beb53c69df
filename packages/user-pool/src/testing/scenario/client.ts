import { assert } from '@coffer/kit';
import { z } from 'zod';
import type { PoolFixture } from '../pool-fixture.ts';

export interface ScenarioClient {
  /** Throws `RefusedCall` for an error of the pool. */
  call(operation: string, input: object): Promise<Output>;
  knows(operation: string): boolean;
  close(): Promise<void>;
}

export type Output = Readonly<Record<string, unknown>>;
export const outputSchema = z.record(z.string(), z.unknown());

/** All names begin with `tag`, so that several clients can share a pool. */
export interface World {
  readonly tag: string;
  readonly fixture: PoolFixture;
  readonly client: ScenarioClient;
}

export class RefusedCall extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export function skipUnknown({ client }: World, context: Skippable, ...calls: readonly string[]): void {
  const missing = calls.filter((operation) => !client.knows(operation));
  context.skip(missing.length > 0, `the client has no ${missing.join(', ')}`);
}

interface Skippable {
  skip(condition: boolean, note: string): void;
}

export const refused = (name: string, message: string) => ({ name, message });

export function textAt(output: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(output, ...path);
  assert(typeof found === 'string' && found !== '', `no text at ${path.join('.')}`);
  return found;
}

/** Accepts a `Date`, epoch seconds or ISO 8601. */
export function ageAt(output: unknown, ...path: readonly (string | number)[]): number {
  const found = valueAt(output, ...path);
  const isTime = found instanceof Date || typeof found === 'string' || typeof found === 'number';
  assert(isTime, `no time at ${path.join('.')}`);
  return Date.now() - new Date(typeof found === 'number' ? found * 1000 : found).getTime();
}

function valueAt(output: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), output);
}
