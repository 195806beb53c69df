import { LIMITS, type OperationInput } from '@coffer/contracts';
import { call } from './calls/client.ts';

/** Failures are values, so that the download can retry. */
export const contentCalls = {
  listTree: (body: OperationInput<'listTree', 'body'>, signal: AbortSignal) =>
    call('listTree', { body, signal }),
  signContents: (files: OperationInput<'signContents', 'body'>['files'], signal: AbortSignal) =>
    call('signContents', { body: { files }, signal }),
  signedMax: LIMITS.contentsSignedMax,
  urlLifeMs: LIMITS.downloadUrlLifeMs,
};
