import type { JobPreview, JobRequest, TakenNames } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { type ApiError, apiErrorOf } from '../calls/error.ts';
import { listTaken, previewJob } from './bulk.ts';

export interface Previewed {
  /** Undefined until the preview is known. */
  readonly preview: JobPreview | undefined;
  readonly taken: TakenNames['items'];
  readonly failure: ApiError | undefined;
  readonly retry: () => void;
}

/** Counts the affected items when mounted, and again only on `retry`. */
export function usePreview(asked: JobRequest): Previewed {
  const [request, setRequest] = useState(asked);
  const [preview, setPreview] = useState<JobPreview>();
  const [taken, setTaken] = useState<TakenNames['items']>([]);
  const [failure, setFailure] = useState<ApiError>();
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const [known] = await Promise.allSettled([readAll(request)]);
      if (isOver) return;
      if (known.status === 'fulfilled') {
        setPreview(known.value.preview);
        setTaken(known.value.taken);
      } else setFailure(apiErrorOf(known.reason));
    })();
    return () => {
      isOver = true;
    };
  }, [request]);
  const retry = (): void => {
    setFailure(undefined);
    setRequest({ ...request });
  };
  return { preview, taken, failure, retry };
}

async function readAll(
  request: JobRequest,
): Promise<Pick<Previewed, 'taken'> & { readonly preview: JobPreview }> {
  const preview = await previewJob(request);
  const { act, selection, to } = request;
  const taken = preview.taken === 0 ? [] : (await listTaken({ act, selection, to })).items;
  return { preview, taken };
}
