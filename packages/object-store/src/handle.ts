import { randomUUID } from 'node:crypto';
import { err, type Result } from '@coffer/kit';
import type { Admit, StoreServices } from './call.ts';
import { NoSpace } from './disk/durable/durable.ts';
import { DamagedBlob } from './disk/blobs/read-blob.ts';
import type { CorsRule } from './disk/records.ts';
import { noSuchBucket, refusal, type S3Error, slowDown } from './errors.ts';
import { corsHeaders, preflightHeaders } from './http/cors.ts';
import type { StoreRequest, StoreResponse } from './http/message.ts';
import { emptyAnswer, errorAnswer, withSecurityHeaders } from './http/respond.ts';
import { route } from './http/router.ts';
import { parseTarget, type Target } from './http/target.ts';
import { withHoistedHeaders } from './http/hoisted.ts';
import { errorFacts, type Log } from './log.ts';
import { createBucket } from './operations/buckets/create-bucket.ts';
import { isFormUpload, postObject } from './operations/post-object.ts';
import { authorize } from './sigv4/authorize.ts';
import type { Credential } from './sigv4/credential.ts';
import { mayUse } from './sigv4/grant.ts';

export interface HandlerParts {
  readonly services: StoreServices;
  readonly credentials: readonly Credential[];
  readonly log: Log;
  onDamage(error: DamagedBlob): void;
  isStopped(): boolean;
}

/** Handles a request completely. Never rejects. */
export async function handle(
  parts: HandlerParts,
  request: StoreRequest,
  admit: Admit,
): Promise<StoreResponse> {
  const requestId = randomUUID().replaceAll('-', '').slice(16).toUpperCase();
  const startedAtMs = performance.now();
  const target = parseTarget(request, parts.services.limits);
  const bucket = target.ok ? target.value.bucket : '';
  const rules = corsRules(parts.services, bucket);
  let outcome: Result<StoreResponse, S3Error>;
  try {
    if (parts.isStopped()) outcome = err(refusal('ServiceUnavailable'));
    else if (!target.ok) outcome = target;
    else if (request.method === 'OPTIONS') outcome = answerPreflight(rules, request);
    else outcome = await perform(parts, { request, admit }, target.value);
  } catch (error) {
    if (error instanceof NoSpace) outcome = err(refusal('InsufficientStorage'));
    else if (error instanceof DamagedBlob) {
      parts.onDamage(error);
      outcome = err(refusal('InternalError', 'What is stored was found damaged.'));
    } else {
      parts.log({ level: 'error', event: 'request_failed', facts: { requestId, ...errorFacts(error) } });
      outcome = err(refusal('InternalError'));
    }
  }
  const resource = target.ok ? target.value.path : request.rawPath;
  const answer = outcome.ok ? outcome.value : errorAnswer(outcome.error, { requestId, resource });
  const durationMs = Math.round(performance.now() - startedAtMs);
  const code = outcome.ok ? {} : { code: outcome.error.code };
  const facts = { requestId, method: request.method, status: answer.status, durationMs, ...code };
  parts.log({ level: 'info', event: 'request', facts });
  const headers = { ...answer.headers, ...(request.method === 'OPTIONS' ? {} : corsHeaders(rules, request)) };
  return withSecurityHeaders(withLength({ ...answer, headers }, request.method), requestId);
}

async function perform(
  { services, credentials }: HandlerParts,
  { request, admit }: { readonly request: StoreRequest; readonly admit: Admit },
  target: Target,
): Promise<Result<StoreResponse, S3Error>> {
  const { limits, region } = services;
  if (isFormUpload(request, target))
    return postObject(services, credentials, { request, admit, bucket: target.bucket });
  const authorization = authorize(request, target, {
    credentials,
    region,
    limits,
    nowMs: services.now().getTime(),
  });
  if (!authorization.ok) return authorization;
  if (!admit(authorization.value)) return err(slowDown());
  const { kind, grant } = authorization.value;
  const { bucket, key, query } = target;
  const isPresigned = kind === 'presigned';
  const whole = isPresigned ? withHoistedHeaders(request, query) : request;
  const routed = route(whole, target, isPresigned);
  if (!routed.ok) return routed;
  const { operation, permission } = routed.value;
  // Must run before the response reveals whether the bucket exists.
  if (!mayUse(grant, permission, bucket)) return err(refusal('AccessDenied'));
  const needsBucket = bucket !== '' && operation !== createBucket;
  if (needsBucket && services.disk.buckets.find(bucket) === undefined) return err(noSuchBucket(bucket));
  return operation(services, { request: whole, bucket, key, query, authorization: authorization.value });
}

function corsRules(services: StoreServices, bucket: string): readonly CorsRule[] {
  const record = bucket === '' ? undefined : services.disk.buckets.find(bucket);
  return record === undefined ? services.defaultCors : (record.cors ?? services.defaultCors);
}

function answerPreflight(rules: readonly CorsRule[], request: StoreRequest): Result<StoreResponse, S3Error> {
  const headers = preflightHeaders(rules, request.headers);
  return headers === undefined ? err(refusal('AccessForbidden')) : emptyAnswer(200, headers);
}

function withLength(answer: StoreResponse, method: string): StoreResponse {
  const { body, ...bare } = answer;
  if (method === 'HEAD') return bare;
  if (typeof body === 'string') {
    return { ...answer, headers: { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) } };
  }
  if (body !== undefined || answer.status === 204 || answer.status === 304) return answer;
  return { ...answer, headers: { ...answer.headers, 'content-length': '0' } };
}
