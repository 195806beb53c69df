import { createHash } from 'node:crypto';
import {
  CSRF_HEADER,
  type NodeView,
  type OperationInput,
  type OperationName,
  type OperationResponse,
  operations,
  partSizeFor,
  partSizeOf,
  Problem,
  type SessionView,
} from '@coffer/contracts';
import { cognitoTimestamp, startSrp } from '@coffer/srp';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}`);
    this.problem = problem;
  }
}

interface CallInput<N extends OperationName> {
  readonly params?: OperationInput<N, 'params'>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: OperationInput<N, 'body'>;
  readonly revision?: number;
  readonly idempotencyKey?: string;
}

/** An API client without a browser. */
export class Person {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  async call<N extends OperationName>(name: N, input: CallInput<N> = {}): Promise<OperationResponse<N>> {
    const operation = operations[name];
    const params: Readonly<Record<string, unknown>> = input.params ?? {};
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(params[key])),
    );
    const query = new URLSearchParams(input.query).toString();
    const response = await fetch(`${this.#url}/api/v1${path}${query === '' ? '' : `?${query}`}`, {
      method: operation.method,
      redirect: 'manual',
      headers: {
        [CSRF_HEADER]: '1',
        'sec-fetch-site': 'same-origin',
        cookie: this.cookie,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(input.revision === undefined ? {} : { 'if-match': `"${input.revision}"` }),
        ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    if (!response.ok) throw new ApiError(Problem.parse(await response.json()));
    const body: unknown = response.status === 204 ? undefined : await response.json();
    return ('response' in operation ? operation.response.parse(body) : undefined) as OperationResponse<N>;
  }

  get cookie(): string {
    return Array.from(this.#cookies, ([key, value]) => `${key}=${value}`).join('; ');
  }

  async signIn(username: string, password: string): Promise<Extract<SessionView, { state: 'signed_in' }>> {
    const srp = startSrp();
    const step = await this.call('startSignIn', { body: { username, srpA: srp.srpA } });
    if (step.step !== 'PASSWORD_VERIFIER') throw new Error(`unexpected step ${step.step}`);
    const timestamp = cognitoTimestamp(new Date(step.serverTime));
    const signature = await srp.prove({
      poolName: step.poolName,
      userIdForSrp: step.userIdForSrp,
      password,
      saltHex: step.salt,
      srpBHex: step.srpB,
      secretBlockBase64: step.secretBlock,
      timestamp,
    });
    const answer = await this.call('answerSignIn', {
      body: { challenge: 'PASSWORD_VERIFIER', answerId: crypto.randomUUID(), signature, timestamp },
    });
    if (answer.step !== 'signed_in') throw new Error(`unexpected step ${answer.step}`);
    const session = await this.call('getSession');
    if (session.state !== 'signed_in') throw new Error('the session did not open');
    return session;
  }

  async upload(parentId: NodeView['id'], name: string, content: Buffer): Promise<NodeView> {
    return await this.#bring({ parentId, name, conflict: 'ask' }, content);
  }

  /** A file that was changed last at some other time. */
  async uploadOf(
    modifiedAt: Date,
    { parentId, name }: { readonly parentId: NodeView['id']; readonly name: string },
    content: Buffer,
  ): Promise<NodeView> {
    return await this.#bring({ parentId, name, conflict: 'ask' }, content, modifiedAt);
  }

  async replace({ parentId, name }: NodeView, content: Buffer): Promise<NodeView> {
    if (parentId === null) throw new Error('a file lies in a folder');
    return await this.#bring({ parentId, name, conflict: 'replace' }, content);
  }

  async #bring(
    place: Pick<OperationInput<'createUpload', 'body'>, 'parentId' | 'name' | 'conflict'>,
    content: Buffer,
    modifiedAt = new Date(),
  ): Promise<NodeView> {
    const created = await this.call('createUpload', {
      body: {
        ...place,
        sizeBytes: content.length,
        mediaType: '',
        modifiedAt: modifiedAt.toISOString(),
      },
    });
    if (created.outcome !== 'created') throw new Error('the upload was skipped');
    const { upload } = created;
    for (let number = 1; number <= upload.partCount; number += 1) {
      const from = (number - 1) * partSizeFor(content.length);
      const part = content.subarray(from, from + partSizeOf(content.length, number));
      const sha256 = createHash('sha256').update(part).digest('base64');
      const md5 = upload.integrity === 2 ? createHash('md5').update(part).digest('base64') : undefined;
      const { signed } = await this.call('signParts', {
        params: { uploadId: upload.id },
        body: { parts: [{ number, sha256, ...(md5 === undefined ? {} : { md5 }) }] },
      });
      const target = signed[0];
      if (target === undefined) throw new Error('the part was not signed');
      const { host: _host, 'content-length': _length, ...headers } = target.headers;
      const form = new FormData();
      for (const [field, value] of target.fields ?? []) form.append(field, value);
      form.append('file', new Blob([new Uint8Array(part)]));
      const body = target.method === 'POST' ? form : new Uint8Array(part);
      const stored = await fetch(target.url, { method: target.method, headers, body });
      if (!stored.ok) throw new Error(`the store answered ${stored.status}: ${await stored.text()}`);
    }
    return (await this.call('completeUpload', { params: { uploadId: upload.id } })).node;
  }

  async download(nodeId: NodeView['id']): Promise<Buffer> {
    const content = await this.call('getContent', { params: { nodeId }, query: { as: 'json' } });
    const response = await fetch(content.url);
    if (!response.ok) throw new Error(`the store answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '' || /max-age=0/i.test(cookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
