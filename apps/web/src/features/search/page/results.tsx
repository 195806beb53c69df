import type { NodeView, SearchHit } from '@coffer/contracts';
import { CircleAlert, Search, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { HitList, HitListWaiting } from '../list/hit-list.tsx';
import { Filters, isFiltered, type SearchSpace } from './filters.tsx';
import styles from './results.module.css';
import type { SearchAddress } from './search-address.ts';
import { type ResultsText, useText } from './texts.ts';
import type { SearchPages } from './use-search-pages.ts';

interface ResultsProps {
  readonly address: SearchAddress;
  readonly pages: SearchPages;
  readonly spaces: readonly SearchSpace[];
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly onChange: (address: SearchAddress) => void;
  /** Over the results. */
  readonly onView: (hit: SearchHit) => void;
}

export function Results(props: ResultsProps) {
  const { address, pages, spaces, onChange } = props;
  const text = useText();
  const title = address.q === '' ? text('results.title') : text('results.titleFor', { q: address.q });
  return (
    <PageFrame title={title} action={<output className={styles['count']}>{countWords(text, pages)}</output>}>
      {address.q !== '' && <Filters address={address} spaces={spaces} onChange={onChange} />}
      <Body {...props} />
    </PageFrame>
  );
}

function countWords(text: ResultsText, { total, isPartial }: SearchPages): string {
  if (total === undefined || total === 0) return '';
  return text(isPartial ? 'results.countPartial' : 'results.count', { count: total });
}

function Body(props: ResultsProps) {
  const { address, pages, onChange } = props;
  const text = useText();
  const words = useErrorTexts();
  if (address.q === '') {
    return <EmptyState icon={Search} title={text('results.start.title')} text={text('results.start.text')} />;
  }
  if (pages.error !== undefined && pages.hits.length === 0) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('results.failed')}
        text={words.ofError(pages.error)}
        action={<Button onClick={pages.retry}>{text('results.retry')}</Button>}
      />
    );
  }
  if (pages.total === undefined) return <HitListWaiting label={text('results.waiting')} />;
  if (pages.hits.length === 0) {
    const canIncludeTrash = address.trash === undefined;
    return (
      <EmptyState
        icon={SearchX}
        title={text('results.none', { q: address.q })}
        text={text(canIncludeTrash ? 'results.noneHint' : 'results.noneHintTrash')}
        action={
          <>
            {canIncludeTrash && (
              <Button onClick={() => onChange({ ...address, trash: 'include' })}>
                {text('results.includeTrash')}
              </Button>
            )}
            {isFiltered(address) && (
              <Button onClick={() => onChange({ q: address.q })}>{text('results.clearFilters')}</Button>
            )}
          </>
        }
      />
    );
  }
  return (
    <>
      {pages.hits.every((hit) => hit.isSimilar) && (
        <p className={styles['note']}>{text('results.onlySimilar')}</p>
      )}
      {pages.isPartial && <p className={styles['note']}>{text('results.partial')}</p>}
      <HitList
        label={text('results.list')}
        waitingLabel={text('results.waiting')}
        pages={pages}
        renderMark={props.renderMark}
        onView={props.onView}
      />
    </>
  );
}
