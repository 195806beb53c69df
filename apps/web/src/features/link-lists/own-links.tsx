import { CircleAlert, Link2, SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { ownLinksQuery, revokeLinks } from '../../api/links/link-lists.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { type LinkFilter, LinkFilters } from './link-filters.tsx';
import { arranged, listedOwn } from './listed-link.ts';
import { LinksTable } from './links-table.tsx';
import { RevokeBar } from './revoke-bar.tsx';
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx';
import { useText } from './texts.ts';
import { useChosen } from './use-chosen.ts';

interface OwnLinksProps {
  readonly title: string;
  readonly tabs: ReactNode;
}

const EVERYTHING: LinkFilter = { text: '', state: undefined, sort: 'created' };

/** Lists the links that the person created. */
export function OwnLinks({ title, tabs }: OwnLinksProps) {
  const body = useRef<HTMLDivElement>(null);
  useFocusInRows(body);
  return (
    <PageFrame kind="wide" title={title} tabs={tabs} bodyRef={body}>
      <Listing />
    </PageFrame>
  );
}

function Listing() {
  const text = useText();
  const words = useErrorTexts();
  const { data, failure, isPending, refetch } = useQuery(ownLinksQuery());
  const [filter, setFilter] = useState(EVERYTHING);
  const links = arranged((data?.items ?? []).map(listedOwn), filter);
  const chosen = useChosen(links);
  if (data === undefined) {
    if (isPending) return <WaitingRows label={text('linkLists.loading')} />;
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('linkLists.failed')}
        text={words.ofFailure(failure)}
        action={<Button onClick={() => void refetch()}>{text('linkLists.retry')}</Button>}
      />
    );
  }
  if (data.items.length === 0) {
    return <EmptyState icon={Link2} title={text('linkLists.empty')} text={text('linkLists.emptyText')} />;
  }
  return (
    <>
      <LinkFilters
        value={filter}
        hint={text('linkLists.search.own')}
        onChange={(change) => setFilter({ ...filter, ...change })}
      />
      <RevokeBar chosen={chosen} revoke={revokeLinks} />
      {links.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={text('linkLists.none')}
          action={<Button onClick={() => setFilter(EVERYTHING)}>{text('linkLists.showAll')}</Button>}
        />
      ) : (
        <LinksTable label={text('linkLists.own')} links={links} chosen={chosen} />
      )}
    </>
  );
}
