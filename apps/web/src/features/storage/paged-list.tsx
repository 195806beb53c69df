import { type ReactNode, useState } from 'react';
import { useErrorTexts } from '../../api/error-texts.ts';
import type { Stretch } from '../../api/nodes.ts';
import type { Query } from '../../api/query-cache.ts';
import { useQuery } from '../../api/use-query.ts';
import { useFormats } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { List, Muted, Row, Stack } from '../../ui/stack.tsx';
import { useText } from './texts.ts';

const PAGE = 20;

interface PagedListProps<T> {
  readonly label: string;
  /** What is said when there is nothing. */
  readonly empty: string;
  readonly queryOf: (stretch: Stretch) => Query<{ readonly items: readonly T[]; readonly total: number }>;
  readonly render: (item: T) => ReactNode;
}

/** A list of the server, page by page: it may be a million long. */
export function PagedList<T>({ label, empty, queryOf, render }: PagedListProps<T>) {
  const text = useText();
  const { number } = useFormats();
  const { ofFailure } = useErrorTexts();
  const [at, setAt] = useState(0);
  const { data, failure, isPending, refetch } = useQuery(queryOf({ at, limit: PAGE }));
  if (isPending) {
    return (
      <output aria-label={text('storage.loading')}>
        <Skeleton height="40px" />
      </output>
    );
  }
  if (data === undefined) {
    return (
      <Stack>
        <Refusal words={ofFailure(failure)} />
        <Row>
          <Button onClick={() => void refetch()}>{text('storage.retry')}</Button>
        </Row>
      </Stack>
    );
  }
  const { items, total } = data;
  return (
    <Stack>
      {items.length === 0 ? <Muted>{empty}</Muted> : <List label={label}>{items.map(render)}</List>}
      <Pager
        at={at}
        limit={PAGE}
        total={total}
        position={text('storage.page', {
          first: number(Math.min(at + 1, total)),
          last: number(Math.min(at + PAGE, total)),
          total: number(total),
        })}
        previousLabel={text('storage.page.previous')}
        nextLabel={text('storage.page.next')}
        onMove={setAt}
      />
    </Stack>
  );
}
