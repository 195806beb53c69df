import { err, ok, type Result } from '@coffer/kit';
import { encodeRfc3986 } from '@coffer/sigv4';
import type { Admit, Call, StoreServices } from '../call.ts';
import type { ObjectManifest, ObjectTags } from '../disk/records.ts';
import { noSuchBucket, refusal, type S3Error, slowDown } from '../errors.ts';
import { authorizeForm } from '../form/authorize-form.ts';
import { headersOfForm } from '../form/form-headers.ts';
import { type FormUpload, openForm } from '../form/open-form.ts';
import { boundsOf, checkPolicy, parsePolicy, type PostPolicy } from '../form/post-policy.ts';
import { OBJECT_HEADERS, refuseUnknownHeader } from '../http/accepted-headers.ts';
import { checksumHeaders } from '../http/checksum-headers.ts';
import type { StoreRequest, StoreResponse } from '../http/message.ts';
import { parseDescription } from '../http/object-headers.ts';
import type { SizeBounds } from '../http/payload.ts';
import { openBody } from '../http/receive-blob.ts';
import { emptyAnswer } from '../http/respond.ts';
import { readTagging } from '../http/tags.ts';
import { Query, type Target } from '../http/target.ts';
import type { StoreLimits } from '../limits.ts';
import type { Credential } from '../sigv4/credential.ts';
import { mayUse } from '../sigv4/grant.ts';
import { xmlBareDocument } from '../xml/build.ts';
import { parseXml } from '../xml/parse.ts';
import { postBundle } from './post-bundle.ts';
import { storeObject } from './store-object.ts';

export function isFormUpload({ method, headers }: StoreRequest, { bucket, key, query }: Target): boolean {
  return (
    method === 'POST' &&
    bucket !== '' &&
    key === '' &&
    query.pairs.length === 0 &&
    headers['authorization'] === undefined
  );
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html */
export async function postObject(
  services: StoreServices,
  credentials: readonly Credential[],
  { request, admit, bucket }: PostedForm,
): Promise<Result<StoreResponse, S3Error>> {
  const form = await openForm(request, services);
  if (!form.ok) return form;
  const fields = new Map([...form.value.fields, ['bucket', bucket]]);
  try {
    const allowed = allow(services, credentials, fields);
    if (!allowed.ok) return allowed;
    const { policy, signer } = allowed.value;
    if (!admit({ kind: 'form', accessKeyId: signer.accessKeyId })) return err(slowDown());
    form.value.trust();
    const { files } = policy;
    if (files !== undefined)
      return await postBundle(services, { bucket, signer, fields, files, parts: form.value.files });
    if (form.value.fieldBytes > services.limits.formBytesMax) {
      return err(refusal('MaxPostPreDataLengthExceededError'));
    }
    const call = callOf({ request, fields, signer, file: form.value.file }, services.limits);
    if (!call.ok) return call;
    const bounds = withinRequest(boundsOf(policy, services.limits.bodyBytesMax), form.value);
    const stored = await store(services, { call: call.value, fields, bounds });
    return stored.ok ? answer(stored.value, fields) : stored;
  } finally {
    await form.value.close();
  }
}

export interface PostedForm {
  readonly request: StoreRequest;
  readonly admit: Admit;
  readonly bucket: string;
}

interface Allowed {
  readonly policy: PostPolicy;
  readonly signer: Credential;
}

/** Must run before the response reveals whether the bucket exists. */
function allow(
  services: StoreServices,
  credentials: readonly Credential[],
  fields: ReadonlyMap<string, string>,
): Result<Allowed, S3Error> {
  const { limits, region } = services;
  const nowMs = services.now().getTime();
  const signer = authorizeForm(fields, { credentials, region, limits, nowMs });
  if (!signer.ok) return signer;
  const policy = parsePolicy(fields.get('policy') ?? '', limits);
  if (!policy.ok) return policy;
  const checked = checkPolicy(policy.value, fields, nowMs);
  if (!checked.ok) return checked;
  const bucket = fields.get('bucket') ?? '';
  if (!mayUse(signer.value, 'write', bucket)) return err(refusal('AccessDenied'));
  if (services.disk.buckets.find(bucket) === undefined) return err(noSuchBucket(bucket));
  return ok({ policy: policy.value, signer: signer.value });
}

interface SignedFile {
  readonly request: StoreRequest;
  readonly fields: ReadonlyMap<string, string>;
  readonly signer: Credential;
  readonly file: AsyncIterable<Uint8Array>;
}

function callOf({ request, fields, signer, file }: SignedFile, limits: StoreLimits): Result<Call, S3Error> {
  const key = keyOf(fields, limits.keyBytesMax);
  if (!key.ok) return key;
  const headers = headersOfForm(fields);
  if (!headers.ok) return headers;
  const unknown = refuseUnknownHeader(headers.value, OBJECT_HEADERS);
  if (unknown !== undefined) return err(unknown);
  return ok({
    request: { ...request, headers: headers.value, body: file },
    bucket: fields.get('bucket') ?? '',
    key: key.value,
    query: new Query([]),
    authorization: {
      kind: 'form',
      payload: { kind: 'unsigned' },
      accessKeyId: signer.accessKeyId,
      grant: signer,
    },
  });
}

interface FormCall {
  readonly call: Call;
  readonly fields: ReadonlyMap<string, string>;
  readonly bounds: SizeBounds;
}

async function store(
  services: StoreServices,
  { call, fields, bounds }: FormCall,
): Promise<Result<ObjectManifest, S3Error>> {
  const description = parseDescription(call.request, services.limits);
  if (!description.ok) return description;
  const tags = tagsOf(fields.get('tagging'));
  if (!tags.ok) return tags;
  const payload = openBody(services, call, bounds);
  if (!payload.ok) return payload;
  return storeObject(services, call, {
    description: description.value,
    tags: tags.value,
    condition: {},
    payload: payload.value,
  });
}

function withinRequest(bounds: SizeBounds, { fileBytesMax }: FormUpload): SizeBounds {
  return { ...bounds, max: Math.min(bounds.max, fileBytesMax) };
}

function keyOf(fields: ReadonlyMap<string, string>, bytesMax: number): Result<string, S3Error> {
  const key = fields.get('key') ?? '';
  if (key === '') {
    return err(
      refusal(
        'InvalidArgument',
        "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.",
        [
          ['ArgumentName', 'key'],
          ['ArgumentValue', ''],
        ],
      ),
    );
  }
  return Buffer.byteLength(key) > bytesMax ? err(refusal('KeyTooLongError')) : ok(key);
}

function tagsOf(document: string | undefined): Result<ObjectTags | undefined, S3Error> {
  if (document === undefined) return ok(undefined);
  const parsed = parseXml(document);
  return parsed.ok ? readTagging(parsed.value) : err(refusal('MalformedXML'));
}

/** Responds with 204, or as the form requests: 200, 201 with a document, or a redirect. */
function answer(
  { bucket, key, etag, checksum }: ObjectManifest,
  fields: ReadonlyMap<string, string>,
): Result<StoreResponse, S3Error> {
  const location = `/${bucket}/${key.split('/').map(encodeRfc3986).join('/')}`;
  const headers = { etag: `"${etag}"`, ...checksumHeaders(checksum) };
  const page = fields.get('success_action_redirect') ?? fields.get('redirect');
  if (page !== undefined && URL.canParse(page) && /^https?:/i.test(page)) {
    const url = new URL(page);
    const facts = { bucket, key, etag: `"${etag}"` };
    const added = Object.entries(facts).map(([name, value]) => `${name}=${encodeRfc3986(value)}`);
    url.search = [url.search.slice(1), ...added].filter((piece) => piece !== '').join('&');
    return emptyAnswer(303, { ...headers, location: url.href });
  }
  const status = fields.get('success_action_status');
  if (status === '201') {
    const body = xmlBareDocument('PostResponse', [
      ['Location', location],
      ['Bucket', bucket],
      ['Key', key],
      ['ETag', `"${etag}"`],
    ]);
    return ok({ status: 201, headers: { ...headers, location, 'content-type': 'application/xml' }, body });
  }
  return emptyAnswer(status === '200' ? 200 : 204, { ...headers, location });
}
