import { ok } from '@coffer/kit';
import { S3_ERRORS, type S3Error } from '../errors.ts';
import { xmlBareDocument, xmlDocument, type XmlChild } from '../xml/build.ts';
import type { StoreResponse } from './message.ts';

/** A 200 with a document. */
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

/** What an error answer says about the request it answers. */
export interface ErrorContext {
  readonly requestId: string;
  /** The decoded path. */
  readonly resource: string;
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#RESTErrorResponses */
export function errorAnswer(error: S3Error, { requestId, resource }: ErrorContext): StoreResponse {
  const facts = S3_ERRORS[error.code];
  const body = xmlBareDocument('Error', [
    ['Code', error.code],
    ['Message', error.message ?? facts.message],
    ...(error.details ?? []),
    ['Resource', resource],
    ['RequestId', requestId],
    ['HostId', HOST_ID],
  ]);
  return { status: facts.status, headers: { 'content-type': 'application/xml', ...error.headers }, body };
}

/** Amazon's support reads something out of this; here it only has to be there. */
const HOST_ID = 'coffer-object-store';

/**
 * Headers of every answer. What is stored here was written by users, so a browser that meets it outside of the
 * application must neither guess its type, nor run it, nor show it in place, nor pass the signed URL on.
 */
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
