// Forms signed by hand, for invalid input that the official signers cannot produce.
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ALGORITHM, amzDateOf, scopeText, signatureHex, signingKey } from '@coffer/sigv4';
import { BUCKET, CREDENTIAL, type LiveStore, REGION } from './live-store.world.ts';

const BOUNDARY = '----coffer7MA4YWxkTrZu0gW';

export type Fields = readonly (readonly [string, string])[];

export interface FormOptions {
  readonly conditions?: readonly unknown[];
  readonly policy?: unknown;
  readonly expiresInMs?: number;
  readonly amzDate?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly region?: string;
}

export function signedFields(key: string, options: FormOptions = {}): Fields {
  const { conditions = [], expiresInMs = 60_000, region = REGION } = options;
  const amzDate = options.amzDate ?? amzDateOf(new Date());
  const scope = { date: amzDate.slice(0, 8), region, service: 's3' };
  const credential = `${options.accessKeyId ?? CREDENTIAL.accessKeyId}/${scopeText(scope)}`;
  const claim = {
    'x-amz-algorithm': ALGORITHM,
    'x-amz-credential': credential,
    'x-amz-date': amzDate,
  };
  const document = options.policy ?? {
    expiration: new Date(Date.now() + expiresInMs).toISOString(),
    conditions: [
      { bucket: BUCKET },
      ['starts-with', '$key', ''],
      ...Object.entries(claim).map(([name, value]) => ({ [name]: value })),
      ...conditions,
    ],
  };
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const policy = Buffer.from(text).toString('base64');
  const secret = options.secretAccessKey ?? CREDENTIAL.secretAccessKey;
  const signature = signatureHex(signingKey(secret, scope), policy);
  return [['key', key], ...Object.entries(claim), ['policy', policy], ['x-amz-signature', signature]];
}

export const without = (fields: Fields, name: string): Fields => fields.filter(([each]) => each !== name);

export interface FormFile {
  readonly bytes: Buffer;
  readonly filename?: string;
}

export function formBody(fields: Fields, file: FormFile | undefined, after: Fields = []): Buffer {
  const part = (head: string, body: Buffer | string): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body as string),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    ...fields.map(([name, value]) => part(`name="${name}"`, value)),
    ...(file === undefined
      ? []
      : [part(`name="file"; filename="${file.filename ?? 'blob'}"\r\nContent-Type: text/html`, file.bytes)]),
    ...after.map(([name, value]) => part(`name="${name}"`, value)),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
export const FORM_DELIMITER = `\r\n--${BOUNDARY}`;

export const FILE: FormFile = { bytes: Buffer.from('what the file says'), filename: 'note.txt' };

export interface FormSender {
  readonly send: (
    body: Buffer,
    headers?: Readonly<Record<string, string>>,
    path?: string,
  ) => Promise<Response>;
  readonly post: (fields: Fields, file?: FormFile, after?: Fields) => Promise<Response>;
  readonly postWith: (more: Fields, options?: FormOptions, file?: FormFile) => Promise<Response>;
  readonly contentOf: (key: string) => Promise<Buffer | undefined>;
}

export function formSender(store: () => LiveStore): FormSender {
  const send: FormSender['send'] = (body, headers = {}, path = `/${BUCKET}`) =>
    fetch(store().url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': FORM_TYPE, ...headers },
      redirect: 'manual',
    });
  const post: FormSender['post'] = (fields, file = FILE, after = []) => send(formBody(fields, file, after));
  return {
    send,
    post,
    postWith: (more, options = {}, file = FILE) => post([...more, ...signedFields('form', options)], file),
    contentOf: async (key) => {
      const get = new GetObjectCommand({ Bucket: BUCKET, Key: key });
      const found = await store()
        .client.send(get)
        .catch(() => undefined);
      return found?.Body === undefined ? undefined : Buffer.from(await found.Body.transformToByteArray());
    },
  };
}
