import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { CircleAlert, Eye, EyeOff, FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import {
  stopViewing,
  viewedChildrenQuery,
  viewedPathQuery,
  type Viewing,
  viewingQuery,
} from '../../api/sharing/viewings.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useCountdown } from '../../lib/hooks/use-countdown.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { useFormats } from '../../lib/language/format.ts';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FilterBar } from '../../ui/listing/filter-bar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { ItemPath } from '../../ui/page/item-path.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Found } from './found.tsx';
import { Items } from './items.tsx';
import styles from './see-as.module.css';
import { type SeeAsText, useText } from './texts.ts';

interface SeeAsPageProps {
  readonly viewingId: string;
  /** Undefined for the start of what the other person sees. */
  readonly nodeId: NodeId | undefined;
  /** Decorative. */
  readonly renderMark: (node: NodeView) => ReactNode;
}

/** A read-only view of a space as somebody else. */
export function SeeAsPage({ viewingId, nodeId, renderMark }: SeeAsPageProps) {
  const text = useText();
  const { data: viewing, failure, refetch } = useQuery(viewingQuery(viewingId));
  const [typed, setTyped] = useTypedIn(nodeId);
  useEvery(LIMITS.pageCheckEveryMs, refetch);
  if (isCode(failure, 'viewing_not_found')) return <Ended />;
  if (viewing === undefined) {
    return failure === undefined ? <Waiting /> : <Failed failure={failure} onRetry={refetch} />;
  }
  const hrefOf = (id?: NodeId): string => `/see-as/${viewingId}${id === undefined ? '' : `/${id}`}`;
  // If the person sees only one root folder, its content is shown at once.
  const [only, ...others] = viewing.roots;
  const isOnly = only?.kind === 'folder' && others.length === 0;
  const folderId = nodeId ?? (isOnly ? only.id : undefined);
  return (
    <div className={styles['page']}>
      <ViewingBanner viewing={viewing} onOver={refetch} />
      {viewing.as === 'person' && (
        <FilterBar
          search={{
            label: text('seeAs.search'),
            hint: text('seeAs.search'),
            value: typed,
            onChange: setTyped,
          }}
        />
      )}
      {typed.trim() !== '' ? (
        <Found viewingId={viewingId} typed={typed} hrefOf={hrefOf} renderMark={renderMark} />
      ) : folderId === undefined ? (
        <>
          <PageHeading title={titleOf(text, viewing)} pageKey="roots" />
          {viewing.roots.length === 0 ? (
            <EmptyState icon={EyeOff} title={text('seeAs.empty')} text={text('seeAs.emptySpace')} />
          ) : (
            <Items items={viewing.roots} hrefOf={hrefOf} renderMark={renderMark} />
          )}
        </>
      ) : (
        <Folder
          key={folderId}
          viewing={viewing}
          folderId={folderId}
          hrefOf={hrefOf}
          renderMark={renderMark}
        />
      )}
    </div>
  );
}

/** The search text, which is dropped when another folder is opened. */
function useTypedIn(nodeId: NodeId | undefined) {
  const [typed, setTyped] = useState({ text: '', nodeId });
  const text = typed.nodeId === nodeId ? typed.text : '';
  return [text, (next: string) => setTyped({ text: next, nodeId })] as const;
}

interface ViewingBannerProps {
  readonly viewing: Viewing;
  /** Called when the viewing has expired. */
  readonly onOver: () => Promise<void>;
}

const MINUTE_MS = 60_000;

function ViewingBanner({ viewing, onOver }: ViewingBannerProps) {
  const text = useText();
  const words = useErrorTexts();
  const stopping = useMutation(stopViewing);
  const leftMs = useCountdown(Date.parse(viewing.expiresAt));
  useEvery(leftMs === 0 ? MINUTE_MS / 20 : undefined, onOver);
  const handleStop = async (): Promise<void> => {
    const { failure } = await stopping.run(viewing.id);
    if (failure === undefined) navigate(`/s/${viewing.spaceId}`);
  };
  return (
    <aside className={styles['banner']} aria-label={titleOf(text, viewing)}>
      <Icon of={Eye} />
      <div>
        <p className={styles['strong']}>{bannerOf(text, viewing)}</p>
        <p className={styles['muted']}>
          {text('seeAs.note')} {text('seeAs.left', { count: Math.ceil(leftMs / MINUTE_MS) })}
        </p>
        <Refusal words={words.ofFailure(stopping.failure)} />
      </div>
      <Button tone="primary" isBusy={stopping.isPending} onClick={() => void handleStop()}>
        {text('seeAs.stop')}
      </Button>
    </aside>
  );
}

interface FolderProps extends Pick<SeeAsPageProps, 'renderMark'> {
  readonly viewing: Viewing;
  readonly folderId: NodeId;
  readonly hrefOf: (id?: NodeId) => string;
}

function Folder({ viewing, folderId, hrefOf, renderMark }: FolderProps) {
  const text = useText();
  const { number } = useFormats();
  const [at, setAt] = useState(0);
  const path = useQuery(viewedPathQuery(viewing.id, folderId));
  const page = useQuery(viewedChildrenQuery(viewing.id, folderId, at));
  usePageWithin(page, { at, limit: LIMITS.childrenPageSize, onMove: setAt });
  useEvery(LIMITS.pageCheckEveryMs, page.refetch);
  const failure = page.failure ?? path.failure;
  if (isCode(failure, 'viewing_not_found')) return <Ended />;
  if (isCode(failure, 'node_not_found')) {
    return (
      <EmptyState
        icon={EyeOff}
        headingLevel={1}
        title={text('seeAs.lost')}
        action={<ButtonLink href={hrefOf()}>{text('seeAs.toTop')}</ButtonLink>}
      />
    );
  }
  if (page.data === undefined || path.data === undefined) {
    const handleRetry = async (): Promise<void> => {
      await Promise.all([path.refetch(), page.refetch()]);
    };
    return failure === undefined ? <Waiting /> : <Failed failure={failure} onRetry={handleRetry} />;
  }
  const here = path.data.items.at(-1);
  const above = path.data.items.slice(0, -1);
  const { items, total } = page.data;
  const limit = LIMITS.childrenPageSize;
  const hasChoice = viewing.roots.length > 1;
  const start = { key: 'start', name: everythingOf(text, viewing), href: hrefOf() };
  const folders = above.slice(hasChoice ? 0 : 1).map(({ id, name }) => ({ key: id, name, href: hrefOf(id) }));
  const steps = above.length > 0 || hasChoice ? [start, ...folders] : folders;
  const root = viewing.roots.find(({ id }) => id === folderId);
  return (
    <>
      <div>
        <ItemPath label={text('seeAs.path')} steps={steps} />
        <PageHeading title={root?.name ?? here?.name ?? ''} pageKey={folderId} />
      </div>
      {total === 0 ? (
        <EmptyState icon={FolderOpen} title={text('seeAs.empty')} text={text('seeAs.emptyText')} />
      ) : (
        <Items items={items} hrefOf={hrefOf} renderMark={renderMark} />
      )}
      <Pager
        at={at}
        limit={limit}
        total={total}
        position={text('seeAs.pages.position', {
          from: number(at + 1),
          to: number(Math.min(at + limit, total)),
          total: number(total),
        })}
        previousLabel={text('seeAs.pages.previous')}
        nextLabel={text('seeAs.pages.next')}
        onMove={setAt}
      />
    </>
  );
}

function Ended() {
  const text = useText();
  return (
    <EmptyState
      icon={EyeOff}
      headingLevel={1}
      title={text('seeAs.ended')}
      text={text('seeAs.endedText')}
      action={<ButtonLink href="/">{text('seeAs.toFiles')}</ButtonLink>}
    />
  );
}

interface FailedProps {
  readonly failure: { readonly cause: unknown };
  readonly onRetry: () => Promise<void>;
}

function Failed({ failure, onRetry }: FailedProps) {
  const text = useText();
  const words = useErrorTexts();
  return (
    <EmptyState
      icon={CircleAlert}
      headingLevel={1}
      title={text('seeAs.failed')}
      text={words.ofFailure(failure) ?? ''}
      action={<Button onClick={() => void onRetry()}>{text('seeAs.retry')}</Button>}
    />
  );
}

function Waiting() {
  const text = useText();
  return (
    <output aria-label={text('seeAs.loading')} className={styles['waiting']}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="40px" />
      ))}
    </output>
  );
}

function titleOf(text: SeeAsText, { as, name }: Viewing): string {
  if (as === 'person') return text('seeAs.title', { name });
  return name === '' ? text('seeAs.titleUnnamed') : text('seeAs.titleLink', { name });
}

function bannerOf(text: SeeAsText, { as, name, spaceName }: Viewing): string {
  const space = spaceName ?? text('seeAs.files');
  if (as === 'person') return text('seeAs.banner', { space, name });
  return name === '' ? text('seeAs.bannerUnnamed', { space }) : text('seeAs.bannerLink', { space, name });
}

function everythingOf(text: SeeAsText, { as, name }: Viewing): string {
  return as === 'person' ? text('seeAs.everything', { name }) : text('seeAs.everythingLink');
}

function isCode(failure: { readonly cause: unknown } | undefined, code: string): boolean {
  return failure !== undefined && apiErrorOf(failure.cause).code === code;
}
