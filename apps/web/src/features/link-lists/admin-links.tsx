import type { Person } from '@coffer/contracts';
import { CircleAlert, Link2, Lock, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { adminLinksQuery, revokeAdminLinks } from '../../api/links/link-lists.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { type AdminLinksAddress, PAGE_SIZE, parseAddress, queryOf } from './admin-links-address.ts';
import { LinkFilters } from './link-filters.tsx';
import { listedAdmin } from './listed-link.ts';
import { LinksTable } from './links-table.tsx';
import { RevokeBar } from './revoke-bar.tsx';
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx';
import { useText } from './texts.ts';
import { useChosen } from './use-chosen.ts';

interface AdminLinksProps {
  readonly person: Person;
  readonly address: AdminLinksAddress;
  readonly onChange: (address: AdminLinksAddress) => void;
}

/** Lists every link of the installation. Auditors can only read. */
export function AdminLinks(props: AdminLinksProps) {
  const text = useText();
  const isOpen = props.person.role !== 'member';
  const body = useRef<HTMLDivElement>(null);
  useFocusInRows(body);
  return (
    <PageFrame kind="wide" title={text('linkLists.title')} intro={text('linkLists.intro')} bodyRef={body}>
      {isOpen ? (
        <Listing {...props} />
      ) : (
        <EmptyState icon={Lock} title={text('linkLists.closed')} text={text('linkLists.closedText')} />
      )}
    </PageFrame>
  );
}

function Listing({ person, address, onChange }: AdminLinksProps) {
  const text = useText();
  const words = useErrorTexts();
  const { number } = useFormats();
  const asked = useSettled(address.text);
  const page = useQuery(adminLinksQuery(queryOf({ ...address, text: asked })));
  const { data, failure, isPending, isPrevious, refetch } = page;
  const at = (address.page - 1) * PAGE_SIZE;
  const handleMove = (next: number): void => onChange({ ...address, page: Math.floor(next / PAGE_SIZE) + 1 });
  usePageWithin(page, { at, limit: PAGE_SIZE, onMove: handleMove });
  const links = (data?.items ?? []).map(listedAdmin);
  const chosen = useChosen(links);
  const mayRevoke = person.role === 'administrator';
  // The field stays while an answer to an earlier text is shown.
  const isNarrowed =
    isPrevious ||
    address.text !== '' ||
    asked !== '' ||
    address.kind !== undefined ||
    address.state !== undefined;
  if (data === undefined && !isPending) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('linkLists.failed')}
        text={words.ofFailure(failure)}
        action={<Button onClick={() => void refetch()}>{text('linkLists.retry')}</Button>}
      />
    );
  }
  if (data?.total === 0 && !isNarrowed) {
    return <EmptyState icon={Link2} title={text('linkLists.allEmpty')} text={text('linkLists.emptyText')} />;
  }
  return (
    <>
      <LinkFilters
        value={address}
        hint={text('linkLists.search.all')}
        hasKinds
        onChange={(change) => onChange({ ...address, ...change, page: 1 })}
      />
      {mayRevoke && <RevokeBar chosen={chosen} revoke={revokeAdminLinks} />}
      {data === undefined ? (
        <WaitingRows label={text('linkLists.loading')} />
      ) : links.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={text('linkLists.none')}
          action={<Button onClick={() => onChange(parseAddress(''))}>{text('linkLists.showAll')}</Button>}
        />
      ) : (
        <>
          <LinksTable label={text('linkLists.title')} links={links} chosen={mayRevoke ? chosen : undefined} />
          <Pager
            at={at}
            limit={PAGE_SIZE}
            total={data.total}
            position={text('linkLists.position', {
              first: number(Math.min(at + 1, data.total)),
              last: number(Math.min(at + PAGE_SIZE, data.total)),
              total: number(data.total),
            })}
            previousLabel={text('linkLists.previous')}
            nextLabel={text('linkLists.next')}
            onMove={handleMove}
          />
        </>
      )}
    </>
  );
}
