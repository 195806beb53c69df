import type { NodeId, NodeView, SpaceId } from '@coffer/contracts';
import { CircleAlert, FolderOpen, History, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { activityQuery } from '../../api/details/details.ts';
import { PAST_PAGE, type PastPage, pastQuery } from '../../api/details/past.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { momentBefore, readMoment } from './moments.ts';
import { PastBanner } from './past-banner.tsx';
import { PastList } from './past-list.tsx';
import { PastPath } from './past-path.tsx';
import type { PastViewing } from './past-viewing.ts';
import styles from './past.module.css';
import { RestoreFolder } from './restore-folder.tsx';
import { useText } from './texts.ts';

export interface PastSpace {
  readonly id: SpaceId;
  /** Undefined for the personal space, whose root name is translated. */
  readonly name: string | undefined;
}

interface PastFolderProps {
  readonly nodeId: NodeId;
  /** The person's own spaces. A folder in any other space is shared with the person. */
  readonly spaces: readonly PastSpace[];
  /** Decorative. */
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly renderPreview: (viewing: PastViewing) => ReactNode;
}

/**
 * A folder as it was at the moment `?at=`, read-only. Without `?at=`, shows it before its last action; pass the folder
 * as `key`.
 */
export function PastFolder(props: PastFolderProps) {
  const { nodeId } = props;
  const moment = readMoment(new URLSearchParams(useSearch()).get('at'));
  // Later actions must not move the moment that is being looked at.
  const [pinned, setPinned] = useState<string>();
  const latest = useQuery(activityQuery({ id: nodeId, parentId: null }, 1), {
    isEnabled: moment === undefined && pinned === undefined,
  });
  const [opened] = useState(() => new Date().toISOString());
  if (moment !== undefined) return <AtMoment key={moment} {...props} moment={moment} />;
  if (pinned !== undefined) return <AtMoment {...props} isChosen={false} moment={pinned} />;
  if (latest.data !== undefined || latest.failure !== undefined) {
    const [last] = latest.data?.items ?? [];
    setPinned(last === undefined ? opened : momentBefore(last.at));
  }
  return <Waiting />;
}

function pastHref(nodeId: NodeId, moment: string): string {
  return `/nodes/${nodeId}/past?${new URLSearchParams({ at: moment }).toString()}`;
}

interface AtMomentProps extends PastFolderProps {
  readonly moment: string;
  /** False if the page chose the moment. If that moment is not known, the first known one is shown instead. */
  readonly isChosen?: boolean;
}

function AtMoment({ isChosen = true, ...props }: AtMomentProps) {
  const { nodeId, moment, spaces, renderMark, renderPreview } = props;
  const text = useText();
  const words = useErrorTexts();
  const { dateTime, number } = useFormats();
  const [at, setAt] = useState(0);
  const { data: page, failure, refetch } = useQuery(pastQuery(nodeId, moment, at));
  const go = (to: string): void => navigate(pastHref(nodeId, to));
  if (failure !== undefined && page === undefined) {
    const { code } = apiErrorOf(failure.cause);
    if (code === 'node_not_found') {
      return (
        <EmptyState
          icon={SearchX}
          headingLevel={1}
          title={text('past.gone')}
          text={text('past.goneText')}
          action={<ButtonLink href="/">{text('past.toFiles')}</ButtonLink>}
        />
      );
    }
    return (
      <EmptyState
        icon={CircleAlert}
        headingLevel={1}
        title={text(code === 'limit_reached' ? 'past.tooMuch' : 'past.failed')}
        text={code === 'limit_reached' ? text('past.tooMuchText') : (words.ofFailure(failure) ?? '')}
        action={<Button onClick={() => void refetch()}>{text('past.retry')}</Button>}
      />
    );
  }
  if (page === undefined) return <Waiting />;
  if (!isChosen && page.knownFrom !== null) {
    return <AtMoment {...props} key={page.knownFrom.at} moment={page.knownFrom.at} />;
  }
  const space = spaces.find(({ id }) => id === page.spaceId);
  const rootName = space?.name ?? text('past.files');
  const name = page.isRoot && space !== undefined ? rootName : page.name;
  const title = text('past.title', { name, time: dateTime(page.moment) });
  const href = hrefToday(nodeId, page, space !== undefined);
  const mayRestore = page.mayRestore && page.knownFrom === null;
  return (
    <div className={styles['page']}>
      <PastBanner
        nodeId={nodeId}
        moment={page.moment}
        words={title}
        closeHref={href}
        onMoment={go}
        restore={mayRestore && <RestoreFolder nodeId={nodeId} name={name} moment={page.moment} href={href} />}
      />
      <PastPath
        path={page.path}
        rootName={space === undefined ? undefined : rootName}
        hrefOf={(id) => pastHref(id, moment)}
      />
      <PageHeading title={title} pageKey={nodeId}>
        <bdi>{name}</bdi>
      </PageHeading>
      {page.knownFrom === null ? (
        <>
          {page.hidden > 0 && <p className={styles['note']}>{text('past.hidden', { count: page.hidden })}</p>}
          {page.total === 0 ? (
            <EmptyState icon={FolderOpen} title={text('past.empty')} text={text('past.emptyText')} />
          ) : (
            <PastList
              items={page.items}
              page={page}
              hrefOf={(id) => pastHref(id, moment)}
              renderMark={renderMark}
              renderPreview={renderPreview}
            />
          )}
          <Pager
            at={at}
            limit={PAST_PAGE}
            total={page.total}
            position={text('past.pages.position', {
              from: number(at + 1),
              to: number(Math.min(at + PAST_PAGE, page.total)),
              total: number(page.total),
            })}
            previousLabel={text('past.pages.previous')}
            nextLabel={text('past.pages.next')}
            onMove={setAt}
          />
        </>
      ) : (
        <Unknown knownFrom={page.knownFrom} onGo={go} />
      )}
    </div>
  );
}

/** URL of the current folder. For a trashed folder, it is that of its space. */
function hrefToday(nodeId: NodeId, page: PastPage, isInSpace: boolean): string {
  if (!isInSpace) return `/shared/${nodeId}`;
  return page.isRoot || page.isTrashed ? `/s/${page.spaceId}` : `/s/${page.spaceId}/${nodeId}`;
}

interface UnknownProps {
  readonly knownFrom: NonNullable<PastPage['knownFrom']>;
  readonly onGo: (moment: string) => void;
}

function Unknown({ knownFrom, onGo }: UnknownProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const time = dateTime(knownFrom.at);
  return (
    <EmptyState
      icon={History}
      title={text('past.unknown')}
      text={text(`past.unknown.${knownFrom.why}`, { time })}
      action={<Button onClick={() => onGo(knownFrom.at)}>{text('past.unknown.go', { time })}</Button>}
    />
  );
}

function Waiting() {
  const text = useText();
  return (
    <output className={styles['page']} aria-label={text('past.loading')}>
      <Skeleton height="56px" />
      <Skeleton width="14rem" height="28px" />
      <Skeleton height="40px" />
      <Skeleton height="40px" />
    </output>
  );
}
