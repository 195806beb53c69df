import { MIB } from '@coffer/kit';
import { useEffect } from 'react';
import { useContentCalls } from '../content-calls.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { prefersLessData } from '../../../lib/prefers-less-data.ts';
import type { ViewedNode } from '../viewer.ts';

const AHEAD_BYTES_MAX = 20 * MIB;

/** Preloads a picture, unless it is large or the person prefers less data. */
export function usePreload(current: ViewedNode, wanted: ViewedNode | undefined): void {
  const isEnabled = wanted !== undefined && (wanted.sizeBytes ?? 0) <= AHEAD_BYTES_MAX && !prefersLessData();
  const { query } = useContentCalls();
  const content = useQuery(query(wanted ?? current), { isEnabled });
  const url = isEnabled ? content.data?.url : undefined;
  useEffect(() => {
    if (url !== undefined) new Image().src = url;
  }, [url]);
}
