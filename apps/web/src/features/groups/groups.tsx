import type { AdminGroupsPage, Person } from '@coffer/contracts';
import { CloudOff, Plus, SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { groupsQuery } from '../../api/administration/groups.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { PAGE_SIZE } from '../../lib/address/list-address.ts';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { useFormats } from '../../lib/language/format.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NameDialog } from './dialogs/name-dialog.tsx';
import { type GroupsAddress, hrefOf, queryOf } from './groups-address.ts';
import { GroupsTable } from './groups-table.tsx';
import styles from './groups.module.css';
import { OnlyAdministrators } from './only-administrators.tsx';
import { useText } from './texts.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';

const SKELETON_ROWS = 5;

interface GroupsProps {
  readonly person: Person;
  readonly address: GroupsAddress;
  readonly onChange: (address: GroupsAddress) => void;
}

export function Groups(props: GroupsProps) {
  const text = useText();
  const [isNaming, setNaming] = useState(false);
  if (props.person.role !== 'administrator') return <OnlyAdministrators />;
  return (
    <PageFrame
      kind="wide"
      title={text('groups.title')}
      action={
        <Button tone="primary" icon={Plus} onClick={() => setNaming(true)}>
          {text('groups.new')}
        </Button>
      }
    >
      <Listing {...props} onNew={() => setNaming(true)} />
      {isNaming && (
        <NameDialog
          onDone={({ id }) => {
            setNaming(false);
            navigate(hrefOf(id));
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </PageFrame>
  );
}

function Listing({ address, onChange, onNew }: GroupsProps & { readonly onNew: () => void }) {
  const text = useText();
  const words = useErrorTexts();
  const asked = useSettled(address.text);
  const groups = useQuery(groupsQuery(queryOf({ ...address, text: asked })));
  const { data, failure, isPending, isPrevious, refetch } = groups;
  usePageWithin(groups, {
    at: (address.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    onMove: (next) => onChange({ ...address, page: Math.floor(next / PAGE_SIZE) + 1 }),
  });
  if (data === undefined && !isPending) {
    return (
      <EmptyState
        icon={CloudOff}
        title={text('groups.failed')}
        text={words.ofFailure(failure)}
        action={<Button onClick={() => void refetch()}>{text('groups.retry')}</Button>}
      />
    );
  }
  if (data?.total === 0 && !isPrevious && asked.trim() === '') {
    return (
      <EmptyState
        icon={UsersRound}
        title={text('groups.empty')}
        text={text('groups.empty.text')}
        action={
          <Button icon={Plus} onClick={onNew}>
            {text('groups.new')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {failure !== undefined && (
        <Banner tone="warning" title={text('groups.stale')}>
          <p>{words.ofFailure(failure)}</p>
        </Banner>
      )}
      <SearchField
        isNarrow
        label={text('groups.search')}
        hint={text('groups.search.hint')}
        value={address.text}
        onChange={(typed) => onChange({ ...address, text: typed, page: 1 })}
      />
      {data === undefined ? <Waiting /> : <Page page={data} address={address} onChange={onChange} />}
    </>
  );
}

function Page({
  page: { items, total },
  address,
  onChange,
}: Pick<GroupsProps, 'address' | 'onChange'> & { readonly page: AdminGroupsPage }) {
  const text = useText();
  const { number } = useFormats();
  const at = (address.page - 1) * PAGE_SIZE;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={text('groups.none')}
        text={text('groups.none.text')}
        action={
          <Button onClick={() => onChange({ ...address, text: '', page: 1 })}>
            {text('groups.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <GroupsTable
        items={items}
        address={address}
        onSort={(sort, order) => onChange({ ...address, sort, order, page: 1 })}
      />
      <Pager
        at={at}
        limit={PAGE_SIZE}
        total={total}
        position={text('groups.position', {
          first: number(Math.min(at + 1, total)),
          last: number(Math.min(at + PAGE_SIZE, total)),
          total: number(total),
        })}
        previousLabel={text('groups.previous')}
        nextLabel={text('groups.next')}
        onMove={(next) => onChange({ ...address, page: Math.floor(next / PAGE_SIZE) + 1 })}
      />
    </>
  );
}

function Waiting() {
  const text = useText();
  return (
    <output aria-label={text('groups.loading')} className={styles['waiting']}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <Skeleton key={row} height="40px" />
      ))}
    </output>
  );
}
