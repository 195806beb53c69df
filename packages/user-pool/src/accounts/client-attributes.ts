import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { Account, Attributes } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';

/** Attributes that the client's `ReadAttributes` allows. Undefined allows all. */
export function readableAttributes(client: Pick<Client, 'settings'>, account: Account): Attributes {
  const readable = client.settings.readAttributes;
  if (readable === undefined) return account.attributes;
  return Object.fromEntries(Object.entries(account.attributes).filter(([name]) => readable.includes(name)));
}

/** Checks `WriteAttributes`, of which undefined allows all. Administrators are not checked. */
export function checkWritable(
  client: Pick<Client, 'settings'>,
  names: readonly string[],
): Result<void, PoolError> {
  const writable = client.settings.writeAttributes;
  const refused = writable === undefined ? undefined : names.find((name) => !writable.includes(name));
  return refused === undefined ? ok(undefined) : err(errors.attributeIsFixed(refused));
}
