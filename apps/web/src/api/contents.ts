import type { OperationInput } from '@coffer/contracts';
import { call } from './client.ts';

/** The calls of a download of many files. Failures are values: the download decides which of them pass by themselves. */
export const contentCalls = {
  listTree: (body: OperationInput<'listTree', 'body'>, signal: AbortSignal) =>
    call('listTree', { body, signal }),
  signContents: (files: OperationInput<'signContents', 'body'>['files'], signal: AbortSignal) =>
    call('signContents', { body: { files }, signal }),
};
