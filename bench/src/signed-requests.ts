import { createHash, createHmac } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { BUCKET, KEY_PAIR, REGION } from './server-process.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request over a connection that is kept; the text of its answer, which must be a 200. */
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
  /** In order already. */
  readonly query?: string;
  /** Of the body. */
  readonly sha256: string;
}

/** A request to an object, signed in its header. */
export function signed(port: number, { method, key: name, query = '', sha256 }: Unsigned): Sent {
  const path = `/${BUCKET}/${name}`;
  const date = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const fields = `host:127.0.0.1:${port}\nx-amz-content-sha256:${sha256}\nx-amz-date:${date}\n`;
  const canonical = [method, path, query, fields, names, sha256].join('\n');
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const signature = hmac(signingKey(scope), ['AWS4-HMAC-SHA256', date, scope, hashed].join('\n')).toString(
    'hex',
  );
  const authorization = `AWS4-HMAC-SHA256 Credential=${KEY_PAIR.accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  const headers = { authorization, 'x-amz-content-sha256': sha256, 'x-amz-date': date };
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

/** Objects of the same bytes under these keys, by one form. */
export function signedBundle(keys: readonly string[], body: Buffer): Sent {
  const now = new Date();
  const date = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const claim = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${KEY_PAIR.accessKeyId}/${scope}`,
    'x-amz-date': date,
  };
  const conditions = [
    { bucket: BUCKET },
    ...Object.entries(claim).map(([name, value]) => ({ [name]: value })),
  ];
  const sha256 = createHash('sha256').update(body).digest('base64');
  const files = keys.map((key) => ({ key, size: body.length, sha256 }));
  const expiration = new Date(now.getTime() + 600_000).toISOString();
  const policy = Buffer.from(JSON.stringify({ expiration, conditions, files })).toString('base64');
  const signature = hmac(signingKey(scope), policy).toString('hex');
  const part = (head: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const fields = Object.entries({ ...claim, policy, 'x-amz-signature': signature });
  const pieces: Buffer[] = fields.map(([name, value]) =>
    Buffer.from(`${part(`name="${name}"`)}${value}\r\n`),
  );
  const head = Buffer.from(part('name="file"; filename="blob"'));
  for (const _ of keys) pieces.push(head, body, Buffer.from('\r\n'));
  pieces.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  return {
    method: 'POST',
    path: `/${BUCKET}`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat(pieces),
  };
}

const BOUNDARY = '----of-the-bench-0123456789';

function signingKey(scope: string): Buffer {
  const [day = '', ...others] = scope.split('/');
  const first = hmac(Buffer.from(`AWS4${KEY_PAIR.secretAccessKey}`), day);
  return others.reduce((secret, piece) => hmac(secret, piece), first);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
