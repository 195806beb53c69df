import type { OperationResponse } from '@coffer/contracts';
import { useState } from 'react';
import { useContentCalls } from '../content-calls.ts';
import type { ViewedNode } from '../viewer.ts';
import { createFreshUrl, type FreshUrl } from './fresh-url.ts';

interface OpenedContent {
  readonly node: Pick<ViewedNode, 'id'>;
  readonly content: OperationResponse<'getContent'>;
  /** When `content` was received, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Of the content at the first render. */
export function useFreshUrl({ node, content, readAt }: OpenedContent): FreshUrl {
  const { renew, freshMs } = useContentCalls();
  const [freshUrl] = useState(() =>
    createFreshUrl({
      url: content.url,
      readAtMs: readAt,
      freshMs,
      renew: async () => await renew(node.id, content.versionId),
    }),
  );
  return freshUrl;
}
