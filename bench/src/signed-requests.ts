import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { signRequest } from '@coffer/sigv4';
import { BUCKET, KEY_PAIR, REGION } from './server-process.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Requires a 200. */
export async function send(port: number, { method, path, headers, body }: Sent): Promise<string> {
  const length = String(body?.length ?? 0);
  const outgoing = request({
    port,
    agent,
    host: '127.0.0.1',
    method,
    path,
    headers: { ...headers, 'content-length': length },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve);
  outgoing.once('error', reject);
  outgoing.end(body);
  const incoming = await promise;
  let text = '';
  incoming.setEncoding('utf8');
  for await (const chunk of incoming) text += String(chunk);
  if (incoming.statusCode !== 200) throw new Error(`${method} was answered ${incoming.statusCode}: ${text}`);
  return text;
}

export const EMPTY = createHash('sha256').digest('hex');

export interface Unsigned {
  readonly method: string;
  readonly key: string;
  /** Already sorted. */
  readonly query?: string;
  readonly sha256: string;
}

export function signed(port: number, { method, key: name, query = '', sha256 }: Unsigned): Sent {
  const path = `/${BUCKET}/${name}${query === '' ? '' : `?${query}`}`;
  const headers = signRequest(
    {
      method,
      url: new URL(`http://127.0.0.1:${port}${path}`),
      headers: { 'x-amz-content-sha256': sha256 },
      body: '',
      payloadHash: sha256,
    },
    KEY_PAIR,
    { region: REGION, service: 's3', at: new Date() },
  );
  return { method, path, headers };
}
