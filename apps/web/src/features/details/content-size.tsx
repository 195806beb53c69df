import type { NodesSize } from '@coffer/contracts';
import type { QueryResult } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './details.module.css';
import { useText } from './texts.ts';

interface MeasuredProps {
  readonly measured: QueryResult<NodesSize>;
}

export function SizeOfAll({ measured }: MeasuredProps) {
  const text = useText();
  const { size } = useFormats();
  const { data, failure, refetch } = measured;
  if (data !== undefined) {
    const words = size(data.sizeBytes);
    return data.isComplete ? words : text('details.more', { size: words });
  }
  if (failure === undefined) return <Skeleton width="5rem" />;
  return (
    <>
      {text('details.size.failed')}{' '}
      <button type="button" className={styles['link']} onClick={() => void refetch()}>
        {text('details.retry')}
      </button>
    </>
  );
}

/** Shows the number of files and folders. */
export function ContentSize({ measured }: MeasuredProps) {
  const text = useText();
  const { data, failure } = measured;
  if (data === undefined) return failure === undefined ? <Skeleton width="8rem" /> : text('details.unknown');
  const { files, folders } = data;
  if (files + folders === 0) return text('details.nothing');
  const words = [
    ...(files > 0 ? [text('details.files', { count: files })] : []),
    ...(folders > 0 ? [text('details.folders', { count: folders })] : []),
  ].join(text('details.comma'));
  return data.isComplete ? words : text('details.atLeast', { count: words });
}
