import { err, ok, type Result } from '@coffer/kit';
import { notImplemented, refusal, type S3Error } from '../errors.ts';
import { refuseUnknownHeader } from './accepted-headers.ts';
import { isSignatureParameter } from './hoisted.ts';
import type { StoreRequest } from './message.ts';
import { BUCKET_ROUTES, OBJECT_ROUTES, type Route, type Routes, SERVICE_ROUTES } from './operation-table.ts';
import type { Query, Target } from './target.ts';

const ALL_ROUTES = [SERVICE_ROUTES, BUCKET_ROUTES, OBJECT_ROUTES].flatMap((routes) => Object.keys(routes));
const METHODS = new Set(ALL_ROUTES.map((key) => key.split(' ')[0]));
const SUBRESOURCES = [...new Set(ALL_ROUTES.flatMap((key) => key.split(' ').slice(1)))].filter(
  (name) => name !== 'copy',
);

/**
 * Selects the operation. Unknown parameters are refused with NotImplemented, because ignoring one could change the
 * meaning of a request.
 */
export function route(
  { method, headers }: Pick<StoreRequest, 'method' | 'headers'>,
  { bucket, key, query }: Pick<Target, 'bucket' | 'key' | 'query'>,
  isPresigned: boolean,
): Result<Route, S3Error> {
  if (!METHODS.has(method)) return err(notImplemented('Method', method));
  const routes: Routes = bucket === '' ? SERVICE_ROUTES : key === '' ? BUCKET_ROUTES : OBJECT_ROUTES;
  const selecting = SUBRESOURCES.filter((name) => query.has(name));
  const copies = method === 'PUT' && headers['x-amz-copy-source'] !== undefined ? ['copy'] : [];
  const found = routes[[method, ...selecting, ...copies].join(' ')];
  const known = found ?? routes[method];
  const unknown = unknownParameter(query, known, {
    selecting: found === undefined ? [] : selecting,
    isPresigned,
  });
  if (unknown !== undefined) return err(notImplemented('Parameter', unknown));
  if (found === undefined) return err(refusal('MethodNotAllowed', undefined, [['Method', method]]));
  const header = refuseUnknownHeader(headers, found.headers);
  return header === undefined ? ok(found) : err(header);
}

interface Accepted {
  readonly selecting: readonly string[];
  readonly isPresigned: boolean;
}

function unknownParameter(
  query: Query,
  known: Route | undefined,
  { selecting, isPresigned }: Accepted,
): string | undefined {
  const isKnown = ([name, value]: readonly [string, string]): boolean => {
    // SDKs send the intended operation; it must match.
    if (name === 'x-id') return value === known?.name;
    // Without versioning, the only version has the id "null".
    if (name === 'versionId' && value !== 'null') return false;
    if (selecting.includes(name) || known?.parameters?.includes(name) === true) return true;
    return isPresigned && (isSignatureParameter(name) || name.toLowerCase().startsWith('x-amz-'));
  };
  return query.pairs.find((pair) => !isKnown(pair))?.[0];
}
