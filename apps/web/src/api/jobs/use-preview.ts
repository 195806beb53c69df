import type { JobPreview, JobRequest } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { type ApiError, apiErrorOf } from '../calls/error.ts';
import { previewJob } from './bulk.ts';

export interface Previewed {
  /** Undefined until it is known. */
  readonly preview: JobPreview | undefined;
  readonly failure: ApiError | undefined;
  readonly retry: () => void;
}

/** The affected items, counted once. */
export function usePreview(asked: JobRequest): Previewed {
  const [request, setRequest] = useState(asked);
  const [preview, setPreview] = useState<JobPreview>();
  const [failure, setFailure] = useState<ApiError>();
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const [known] = await Promise.allSettled([previewJob(request)]);
      if (isOver) return;
      if (known.status === 'fulfilled') setPreview(known.value);
      else setFailure(apiErrorOf(known.reason));
    })();
    return () => {
      isOver = true;
    };
  }, [request]);
  const retry = (): void => {
    setFailure(undefined);
    setRequest({ ...request });
  };
  return { preview, failure, retry };
}
