import { type ReactNode, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import type { Stretch } from '../../api/nodes.ts';
import type { Query, QueryKey } from '../../api/calls/query-cache.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { List, Muted, Row, Stack } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';

const PAGE = 20;

interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface PagedListProps<T extends Page, Key extends QueryKey> {
  readonly label: string;
  readonly empty: string;
  readonly queryOf: (stretch: Stretch) => Query<T, Key>;
  readonly render: (item: T['items'][number]) => ReactNode;
}

export function PagedList<T extends Page, Key extends QueryKey>({
  label,
  empty,
  queryOf,
  render,
}: PagedListProps<T, Key>) {
  const text = useText();
  const { number } = useFormats();
  const { ofFailure } = useErrorTexts();
  const [at, setAt] = useState(0);
  const page = useQuery(queryOf({ at, limit: PAGE }));
  const { data, failure, isPending, refetch } = page;
  usePageWithin(page, { at, limit: PAGE, onMove: setAt });
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
