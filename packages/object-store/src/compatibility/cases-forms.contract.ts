import assert from 'node:assert/strict';
import { openSdk } from './api-clients.contract.ts';
import { type Case, type Scene, text } from './case.contract.ts';
import type { Api, FormWish, SignedForm } from './client.contract.ts';
import type { Curl } from './commands.contract.ts';
import { sha256 } from './scenes.contract.ts';

const FILE = { name: 'note.txt', content: 'what the form brought' };

interface FormAnswer {
  readonly status: number;
  readonly body: string;
  header(name: string): string | null;
}

type FormScene = Scene<Api> | Scene<Curl>;
type Wish = Omit<FormWish, 'bucket' | 'key'> & { readonly key?: string; readonly seconds?: number };

async function post(
  scene: FormScene,
  wish: Wish,
  change: (form: SignedForm) => SignedForm | Promise<SignedForm> = (form) => form,
): Promise<FormAnswer> {
  const { client, bucket, prefix, endpoint } = scene;
  const signer = 'sendForm' in client ? await openSdk(endpoint) : client;
  const key = `${prefix}${wish.key ?? 'form'}`;
  const form = await change(await signer.presignPost({ ...wish, bucket, key }, wish.seconds ?? 60));
  if ('sendForm' in client) {
    const { status, headers, body } = await client.sendForm(form, FILE);
    return { status, body: body.toString(), header: (name: string) => headers[name] ?? null };
  }
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value);
  data.append('file', new Blob([FILE.content]), FILE.name);
  const answer = await fetch(form.url, { method: 'POST', body: data, redirect: 'manual' });
  return {
    status: answer.status,
    body: await answer.text(),
    header: (name: string) => answer.headers.get(name),
  };
}

async function contentOf({ client, bucket, prefix }: FormScene, name: string): Promise<string> {
  if ('sendForm' in client) return (await client.send('GET', `/${bucket}/${prefix}${name}`)).body.toString();
  return text(await client.call('GetObject', { Bucket: bucket, Key: `${prefix}${name}` }));
}

const formCase = (name: string, perform: (scene: FormScene) => Promise<void>): Case => ({
  area: 'Forms',
  name,
  api: perform,
  curl: perform,
});

const withField =
  (name: string, value: string) =>
  (form: SignedForm): SignedForm => {
    const known = Object.keys(form.fields).find((each) => each.toLowerCase() === name) ?? name;
    return { ...form, fields: { ...form.fields, [known]: value } };
  };

function refuses({ status, body }: FormAnswer, expected: number, ...codes: readonly string[]): void {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? 'none';
  assert(status === expected && codes.includes(code), `answered ${status} ${code}`);
}

export const FORM_CASES: readonly Case[] = [
  formCase('a form stores its file, and what its fields say of it', async (scene) => {
    const fields = { 'Content-Type': 'text/plain', 'x-amz-meta-colour': 'green' };
    const answer = await post(scene, { fields });
    assert.equal(answer.status, 204);
    assert.equal(await contentOf(scene, 'form'), FILE.content);
    if ('sendForm' in scene.client) return;
    const target = { Bucket: scene.bucket, Key: `${scene.prefix}form` };
    const head = await scene.client.call('HeadObject', target);
    assert.deepEqual([head['ContentType'], head['Metadata']], ['text/plain', { colour: 'green' }]);
  }),
  formCase('the answer names the ETag', async (scene) => {
    const answer = await post(scene, {});
    assert.match(answer.header('etag') ?? '', /^"[0-9a-f]{32}"$/);
  }),
  formCase('the name of the file as its key', async (scene) => {
    assert.equal((await post(scene, { key: '${filename}' })).status, 204);
    assert.equal(await contentOf(scene, FILE.name), FILE.content);
  }),
  formCase('the answer that was asked for: 200, 201, a page to go on to', async (scene) => {
    const ask = (fields: Record<string, string>) => post(scene, { fields });
    assert.equal((await ask({ success_action_status: '200' })).status, 200);
    const made = await ask({ success_action_status: '201' });
    assert.equal(made.status, 201);
    assert(made.body.includes(`<Key>${scene.prefix}form</Key>`));
    const sent = await ask({ success_action_redirect: 'http://page.example/done' });
    assert.equal(sent.status, 303);
    const page = new URL(sent.header('location') ?? '');
    assert.deepEqual([page.host, page.searchParams.get('key')], ['page.example', `${scene.prefix}form`]);
  }),
  formCase('conditions: length, beginning, and nothing that no condition covers', async (scene) => {
    const range = (min: number, max: number) =>
      post(scene, { conditions: [['content-length-range', min, max]] });
    assert.equal((await range(FILE.content.length, FILE.content.length)).status, 204);
    refuses(await range(1000, 2000), 400, 'EntityTooSmall');
    refuses(await range(0, 3), 400, 'EntityTooLarge');
    const typed = { conditions: [['starts-with', '$Content-Type', 'image/']] };
    assert.equal((await post(scene, typed, withField('Content-Type', 'image/png'))).status, 204);
    refuses(await post(scene, typed, withField('Content-Type', 'text/html')), 403, 'AccessDenied');
    refuses(await post(scene, {}, withField('Content-Type', 'text/html')), 403, 'AccessDenied');
  }),
  formCase('SHA-256 is verified and given back', async (scene) => {
    const right = sha256(Buffer.from(FILE.content));
    const good = await post(scene, { fields: { 'x-amz-checksum-sha256': right } });
    assert.deepEqual([good.status, good.header('x-amz-checksum-sha256')], [204, right]);
    const wrong = sha256(Buffer.from('other'));
    const bad = await post(scene, { fields: { 'x-amz-checksum-sha256': wrong } });
    refuses(bad, 400, 'BadDigest');
  }),
  formCase('an ended, a changed and a forged form are refused', async (scene) => {
    refuses(
      await post(scene, {}, withField('x-amz-signature', '0'.repeat(64))),
      403,
      'SignatureDoesNotMatch',
      'AccessDenied',
    );
    refuses(await post(scene, {}, withField('key', 'other')), 403, 'AccessDenied');
    const ended = await post(scene, { seconds: 1 }, async (form) => {
      await new Promise((resolve) => setTimeout(resolve, 2100));
      return form;
    });
    refuses(ended, 403, 'AccessDenied');
  }),
];
