import { ADMIN_SPACE_KINDS, ADMIN_SPACE_STATES, type Person, type SpaceId } from '@coffer/contracts';
import { CloudOff, Lock, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AdminSpacesPage, adminSpacesQuery } from '../../api/administration/spaces.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { PAGE_SIZE } from '../../lib/address/list-address.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { useFormats } from '../../lib/language/format.ts';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterBar, FilterChoice } from '../../ui/listing/filter-bar.tsx';
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { type AdminSpacesAddress, isNarrowed, parseAddress, queryOf } from './admin-spaces-address.ts';
import styles from './admin-spaces.module.css';
import { EndHoldDialog } from './dialogs/end-hold-dialog.tsx';
import { GiveDialog } from './dialogs/give-dialog.tsx';
import { HoldDialog } from './dialogs/hold-dialog.tsx';
import { type OpenDialog, spaceName } from './listed-space.ts';
import { SpacesTable } from './spaces-table.tsx';
import { useText } from './texts.ts';
import { useSpaceActions } from './use-space-actions.ts';

export interface QuotaAsked {
  readonly spaceId: SpaceId;
  readonly name: string;
  readonly quotaBytes: number;
  readonly usedBytes: number;
  readonly onClose: () => void;
}

interface AdminSpacesProps {
  readonly person: Person;
  readonly address: AdminSpacesAddress;
  readonly onChange: (address: AdminSpacesAddress) => void;
  readonly renderQuota: (asked: QuotaAsked) => ReactNode;
  readonly renderRetention: (asked: Pick<QuotaAsked, 'spaceId' | 'name' | 'onClose'>) => ReactNode;
}

/** Lists every space of the installation. Auditors can only read. */
export function AdminSpaces(props: AdminSpacesProps) {
  const text = useText();
  const [open, setOpen] = useState<OpenDialog>();
  // A late response must not close another dialog.
  const close = (): void => setOpen((now) => (now === open ? undefined : now));
  if (props.person.role === 'member') return <NotForMembers />;
  return (
    <PageFrame kind="wide" title={text('adminSpaces.title')} intro={text('adminSpaces.intro')}>
      <Listing {...props} onOpen={setOpen} />
      {open?.kind === 'quota' &&
        props.renderQuota({
          spaceId: open.space.id,
          name: spaceName(text, open.space),
          quotaBytes: open.space.quotaBytes,
          usedBytes: open.space.takenBytes,
          onClose: close,
        })}
      {open?.kind === 'retention' &&
        props.renderRetention({
          spaceId: open.space.id,
          name: spaceName(text, open.space),
          onClose: close,
        })}
      {open?.kind === 'hold' && <HoldDialog space={open.space} onClose={close} />}
      {open?.kind === 'endHold' && <EndHoldDialog space={open.space} onClose={close} />}
      {open?.kind === 'give' && <GiveDialog space={open.space} selfId={props.person.id} onClose={close} />}
    </PageFrame>
  );
}

function Listing(props: AdminSpacesProps & { readonly onOpen: (open: OpenDialog) => void }) {
  const { address, onChange, onOpen } = props;
  const text = useText();
  const words = useErrorTexts();
  const asked = useSettled(address.text);
  const page = useQuery(adminSpacesQuery(queryOf({ ...address, text: asked })));
  const { data, failure, isPending, refetch } = page;
  const at = (address.page - 1) * PAGE_SIZE;
  const handleMove = (next: number): void => onChange({ ...address, page: Math.floor(next / PAGE_SIZE) + 1 });
  usePageWithin(page, { at, limit: PAGE_SIZE, onMove: handleMove });
  const run = useSpaceActions(onOpen);
  const narrow = (change: Partial<AdminSpacesAddress>): void => onChange({ ...address, ...change, page: 1 });
  return (
    <>
      {failure !== undefined && data !== undefined && (
        <Banner tone="warning" title={text('adminSpaces.stale')}>
          <p>{words.ofFailure(failure)}</p>
        </Banner>
      )}
      {data !== undefined && <Counts counts={data.counts} />}
      <FilterBar
        search={{
          label: text('adminSpaces.search'),
          hint: text('adminSpaces.search.hint'),
          value: address.text,
          onChange: (typed) => narrow({ text: typed }),
        }}
        found={
          data !== undefined && isNarrowed(address)
            ? text('adminSpaces.found', { count: data.total })
            : undefined
        }
      >
        <FilterChoice
          label={text('adminSpaces.kind')}
          any={text('adminSpaces.kind.any')}
          value={address.kind}
          options={ADMIN_SPACE_KINDS.map((kind) => [kind, text(`adminSpaces.kind.${kind}`)] as const)}
          onChange={(kind) => narrow({ kind })}
        />
        <FilterChoice
          label={text('adminSpaces.state')}
          any={text('adminSpaces.state.any')}
          value={address.state}
          options={ADMIN_SPACE_STATES.map((state) => [state, text(`adminSpaces.state.${state}`)] as const)}
          onChange={(state) => narrow({ state })}
        />
      </FilterBar>
      {isPending ? (
        <WaitingRows label={text('adminSpaces.loading')} />
      ) : data === undefined ? (
        <div role="alert">
          <EmptyState
            icon={CloudOff}
            title={text('adminSpaces.failed')}
            text={words.ofFailure(failure)}
            action={<Button onClick={() => void refetch()}>{text('adminSpaces.retry')}</Button>}
          />
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={text('adminSpaces.none')}
          action={<Button onClick={() => onChange(parseAddress(''))}>{text('adminSpaces.showAll')}</Button>}
        />
      ) : (
        <>
          <SpacesTable
            items={data.items}
            mayChange={data.mayChange}
            address={address}
            onSort={(sort, order) => onChange({ ...address, sort, order, page: 1 })}
            onAction={run}
          />
          <Pages total={data.total} at={at} onMove={handleMove} />
        </>
      )}
    </>
  );
}

function Counts({ counts: { personal, team, archived, full, held } }: Pick<AdminSpacesPage, 'counts'>) {
  const text = useText();
  const parts = [
    text('adminSpaces.count.team', { count: team }),
    text('adminSpaces.count.personal', { count: personal }),
    full > 0 && text('adminSpaces.count.full', { count: full }),
    held > 0 && text('adminSpaces.count.held', { count: held }),
    archived > 0 && text('adminSpaces.count.archived', { count: archived }),
  ].filter((part) => part !== false);
  return <p className={styles['counts']}>{parts.join(' · ')}</p>;
}

interface PagesProps {
  readonly total: number;
  readonly at: number;
  readonly onMove: (at: number) => void;
}

function Pages({ total, at, onMove }: PagesProps) {
  const text = useText();
  const { number } = useFormats();
  return (
    <Pager
      at={at}
      limit={PAGE_SIZE}
      total={total}
      position={text('adminSpaces.position', {
        first: number(Math.min(at + 1, total)),
        last: number(Math.min(at + PAGE_SIZE, total)),
        total: number(total),
      })}
      previousLabel={text('adminSpaces.previous')}
      nextLabel={text('adminSpaces.next')}
      onMove={onMove}
    />
  );
}

function NotForMembers() {
  const text = useText();
  useDocumentTitle(text('adminSpaces.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('adminSpaces.forbidden')}
      text={text('adminSpaces.forbidden.text')}
      action={<ButtonLink href="/">{text('adminSpaces.toFiles')}</ButtonLink>}
    />
  );
}
