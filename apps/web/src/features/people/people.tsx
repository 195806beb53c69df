import type { AdminPeoplePage, Person } from '@coffer/contracts';
import { CloudOff, Lock, SearchX, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { adminPeopleQuery } from '../../api/administration/people.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { PAGE_SIZE } from '../../lib/address/list-address.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { useFormats } from '../../lib/language/format.ts';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { OpenDialog } from './dialogs/open-dialog.ts';
import { PeopleDialog, type QuotaAsked } from './dialogs/people-dialog.tsx';
import { Filters } from './filters.tsx';
import { isNarrowed, type PeopleAddress, queryOf } from './people-address.ts';
import { PeopleTable } from './people-table.tsx';
import styles from './people.module.css';
import { useText } from './texts.ts';
import { usePersonActions } from './use-person-actions.ts';
import { useRefusals } from './use-refusals.ts';

interface PeopleProps {
  readonly person: Person;
  readonly address: PeopleAddress;
  readonly onChange: (address: PeopleAddress) => void;
  readonly renderQuota: (asked: QuotaAsked) => ReactNode;
  /** Called when the person has changed their own role. */
  readonly onOwnRole: () => Promise<void>;
}

export function People(props: PeopleProps) {
  const text = useText();
  const [open, setOpen] = useState<OpenDialog>();
  const [rowsGone, setRowsGone] = useState(0);
  useEffect(() => {
    // The dialog has just returned the focus to a button that no longer exists.
    if (rowsGone > 0) document.querySelector('h1')?.focus();
  }, [rowsGone]);
  if (props.person.role !== 'administrator') return <OnlyAdministrators />;
  return (
    <PageFrame
      kind="wide"
      title={text('people.title')}
      action={
        <Button tone="primary" icon={UserPlus} onClick={() => setOpen({ kind: 'invite' })}>
          {text('people.invite')}
        </Button>
      }
    >
      <Listing {...props} onOpen={setOpen} />
      {open !== undefined && (
        <PeopleDialog
          selfId={props.person.id}
          open={open}
          renderQuota={props.renderQuota}
          onOwnRole={props.onOwnRole}
          onClose={() => setOpen(undefined)}
          onRowGone={() => {
            setOpen(undefined);
            setRowsGone((count) => count + 1);
          }}
        />
      )}
    </PageFrame>
  );
}

function Listing(props: PeopleProps & { readonly onOpen: (open: OpenDialog) => void }) {
  const { person, address, onChange, onOpen } = props;
  const text = useText();
  const { number } = useFormats();
  const words = useRefusals();
  const asked = useSettled(address.text);
  const people = useQuery(adminPeopleQuery(queryOf({ ...address, text: asked })));
  const { data, failure, isPending, readAt, refetch } = people;
  const at = (address.page - 1) * PAGE_SIZE;
  const handleMove = (next: number): void => onChange({ ...address, page: Math.floor(next / PAGE_SIZE) + 1 });
  usePageWithin(people, { at, limit: PAGE_SIZE, onMove: handleMove });
  const actions = usePersonActions({ selfId: person.id, onOpen });
  if (data === undefined && !isPending) {
    return (
      <EmptyState
        icon={CloudOff}
        title={text('people.failed')}
        text={words.ofFailure(failure)}
        action={<Button onClick={() => void refetch()}>{text('people.retry')}</Button>}
      />
    );
  }
  const total = data?.total ?? 0;
  return (
    <>
      <Counts page={data} />
      {failure !== undefined && (
        <Banner tone="warning" title={text('people.stale')}>
          <p>{words.ofFailure(failure)}</p>
        </Banner>
      )}
      {data?.isPoolAdministered === false && (
        <Banner tone="info" title={text('people.noKey.title')}>
          <p>{text(data.mayInvite ? 'people.noKey.withIssuers' : 'people.noKey.text')}</p>
        </Banner>
      )}
      {data !== undefined && data.counts.leftAccounts > 0 && (
        <Banner
          tone="warning"
          title={text('people.left.title', { count: data.counts.leftAccounts })}
          action={
            address.status !== 'removed' && (
              <Button
                onClick={() =>
                  onChange({ ...address, text: '', role: undefined, status: 'removed', page: 1 })
                }
              >
                {text('people.left.show')}
              </Button>
            )
          }
        >
          <p>{text('people.left.text')}</p>
        </Banner>
      )}
      <Filters address={address} found={data === undefined ? undefined : total} onChange={onChange} />
      {data === undefined && <WaitingRows label={text('people.loading')} />}
      {data !== undefined && data.items.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={text('people.none')}
          text={text(isNarrowed(address) ? 'people.none.text' : 'people.none.page')}
          action={
            <Button
              onClick={() => onChange({ ...address, text: '', status: undefined, role: undefined, page: 1 })}
            >
              {text('people.showAll')}
            </Button>
          }
        />
      )}
      {data !== undefined && data.items.length > 0 && (
        <PeopleTable
          items={data.items}
          now={new Date(readAt)}
          selfId={props.person.id}
          mayInvite={data.mayInvite}
          mayManagePool={data.isPoolAdministered}
          address={address}
          onSort={(sort, order) => onChange({ ...address, sort, order, page: 1 })}
          onAction={actions.run}
        />
      )}
      {data !== undefined && (
        <Pager
          at={at}
          limit={PAGE_SIZE}
          total={total}
          position={text('people.position', {
            first: number(Math.min(at + 1, total)),
            last: number(Math.min(at + PAGE_SIZE, total)),
            total: number(total),
          })}
          previousLabel={text('people.previous')}
          nextLabel={text('people.next')}
          onMove={handleMove}
        />
      )}
    </>
  );
}

function Counts({ page }: { readonly page: AdminPeoplePage | undefined }) {
  const text = useText();
  if (page === undefined) return <Skeleton width="14rem" />;
  const { active, invited, disabled } = page.counts;
  const parts = [
    text('people.count.people', { count: active + disabled }),
    invited > 0 && text('people.count.invited', { count: invited }),
    disabled > 0 && text('people.count.disabled', { count: disabled }),
  ].filter((part) => part !== false);
  return <p className={styles['counts']}>{parts.join(' · ')}</p>;
}

function OnlyAdministrators() {
  const text = useText();
  useDocumentTitle(text('people.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('people.forbidden.title')}
      text={text('people.forbidden.text')}
      action={<ButtonLink href="/">{text('people.toFiles')}</ButtonLink>}
    />
  );
}
