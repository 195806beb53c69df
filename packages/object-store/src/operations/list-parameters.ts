import { err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { Query } from '../http/target.ts';

/** Returns `max` if absent or larger. */
export function parseCount(query: Query, name: string, max: number): Result<number, S3Error> {
  const text = query.get(name);
  if (text === undefined || text === '') return ok(max);
  if (!/^\d{1,10}$/.test(text)) return err(refusal('InvalidArgument', `${name} is not a count.`));
  return ok(Math.min(Number(text), max));
}

export function parseEncoding(query: Query): Result<'url' | undefined, S3Error> {
  const text = query.get('encoding-type');
  if (text === undefined || text === '') return ok(undefined);
  return text === 'url'
    ? ok('url')
    : err(refusal('InvalidArgument', 'Invalid Encoding Method specified in Request'));
}
