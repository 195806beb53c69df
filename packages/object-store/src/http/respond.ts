import { ok } from '@coffer/kit';
import { errorMessage, S3_ERRORS, type S3Error } from '../errors.ts';
import { xmlBareDocument, xmlDocument, type XmlChild } from '../xml/build.ts';
import type { StoreResponse } from './message.ts';

export function xmlAnswer(
  name: string,
  content: readonly XmlChild[],
  headers: Readonly<Record<string, string>> = {},
) {
  const body = xmlDocument(name, content);
  return ok<StoreResponse>({ status: 200, headers: { 'content-type': 'application/xml', ...headers }, body });
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>> = {}) {
  return ok<StoreResponse>({ status, headers });
}

export interface ErrorContext {
  readonly requestId: string;
  readonly resource: string;
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#RESTErrorResponses */
export function errorAnswer(error: S3Error, { requestId, resource }: ErrorContext): StoreResponse {
  const body = xmlBareDocument('Error', [
    ['Code', error.code],
    ['Message', errorMessage(error)],
    ...(error.details ?? []),
    ['Resource', resource],
    ['RequestId', requestId],
    ['HostId', HOST_ID],
  ]);
  return {
    status: S3_ERRORS[error.code].status,
    headers: { 'content-type': 'application/xml', ...error.headers },
    body,
  };
}

const HOST_ID = 'coffer-object-store';

/** Stored content is untrusted: a browser must not sniff its type, run it, show it inline, or leak the signed URL. */
export function withSecurityHeaders(answer: StoreResponse, requestId: string): StoreResponse {
  return {
    ...answer,
    headers: {
      'content-disposition': 'attachment',
      ...answer.headers,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'referrer-policy': 'no-referrer',
      'x-amz-request-id': requestId,
    },
  };
}
