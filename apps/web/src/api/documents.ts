import type { NodeId, OperationResponse, VersionId } from '@coffer/contracts';
import { callOrThrow } from './calls/client.ts';

export type Conversion = OperationResponse<'showDocument'>;

/** Set once the server has no converter, so that no further file asks for one. */
let isOff = false;

interface DocumentParams {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
}

/** An office file as PDF, if the operator has set up a converter. */
export async function fetchDocument(
  params: DocumentParams,
  { isLost, signal }: { readonly isLost: boolean; readonly signal: AbortSignal },
): Promise<Conversion> {
  if (isOff) return { state: 'off' };
  const answer = await callOrThrow('showDocument', { params, body: isLost ? { isLost } : {}, signal });
  isOff = answer.state === 'off';
  return answer;
}

/** A new presigned URL of a PDF that was converted before. */
export async function renewDocument(params: DocumentParams): Promise<{ readonly url: string }> {
  const answer = await callOrThrow('showDocument', { params, body: {} });
  if (answer.state !== 'ready') throw new Error(`the converted document is ${answer.state}`);
  return answer;
}
