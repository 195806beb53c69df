import type { NodeId, NodeView } from '@coffer/contracts';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { viewedSearchQuery } from '../../api/sharing/viewings.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Items } from './items.tsx';
import styles from './see-as.module.css';
import { useText } from './texts.ts';

interface FoundProps {
  readonly viewingId: string;
  readonly typed: string;
  readonly hrefOf: (id: NodeId) => string;
  readonly renderMark: (node: NodeView) => ReactNode;
}

/** Lists what the other person finds by name, with its place. */
export function Found(props: FoundProps) {
  const text = useText();
  const query = props.typed.trim();
  return (
    <>
      {/* The focus stays in the search field. */}
      <PageHeading title={text('seeAs.results', { query })} takesFocus={false} pageKey="found" />
      <Hits {...props} query={query} />
    </>
  );
}

interface HitsProps extends Omit<FoundProps, 'typed'> {
  readonly query: string;
}

function Hits({ viewingId, query, hrefOf, renderMark }: HitsProps) {
  const text = useText();
  const words = useErrorTexts();
  const asked = useSettled(query);
  const { data, failure, refetch } = useQuery(viewedSearchQuery(viewingId, asked), {
    isEnabled: asked !== '',
  });
  if (failure !== undefined) {
    return (
      <>
        <Refusal words={words.ofFailure(failure)} />
        <div>
          <Button onClick={() => void refetch()}>{text('seeAs.retry')}</Button>
        </div>
      </>
    );
  }
  if (data === undefined) {
    return (
      <output aria-label={text('seeAs.loading')}>
        <Skeleton height="40px" />
      </output>
    );
  }
  const paths = new Map(data.items.map(({ node, path }) => [node.id, path.map(({ name }) => name)]));
  return (
    <>
      <output className={styles['muted']}>{text('seeAs.found', { count: data.total })}</output>
      {data.items.length === 0 ? (
        <EmptyState icon={SearchX} title={text('seeAs.foundNone')} text={text('seeAs.foundNoneText')} />
      ) : (
        <Items
          items={data.items.map(({ node }) => node)}
          pathOf={({ id }) => paths.get(id) ?? []}
          hrefOf={hrefOf}
          renderMark={renderMark}
        />
      )}
    </>
  );
}
