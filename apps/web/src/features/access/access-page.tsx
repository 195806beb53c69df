import {
  type AccessList,
  isUserId,
  LIMITS,
  type NodeId,
  type NodeView,
  type UserId,
} from '@coffer/contracts';
import { ChevronLeft, CircleAlert, SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { type QueryResult, useQuery } from '../../api/calls/use-query.ts';
import { nodeQuery } from '../../api/nodes.ts';
import { type AccessPeople, accessPeopleQuery, explainQuery } from '../../api/sharing/sharing.ts';
import { spacesQuery } from '../../api/spaces.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink, Link } from '../../ui/controls/link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './access.module.css';
import { ChosenLink } from './chosen-link.tsx';
import { ChosenPerson } from './chosen-person.tsx';
import { Everyone, type ListedPeople } from './everyone.tsx';
import { usePageWithin } from '../../lib/address/use-page-within.ts';
import { useText } from './texts.ts';

export interface AccessPageProps {
  readonly nodeId: NodeId;
  readonly personId: UserId;
  /** Renders the icon of the item. Decorative. */
  readonly renderMark: (node: NodeView) => ReactNode;
  /** Renders what the person may request for the item, and what others request. */
  readonly renderRequests: (node: NodeView, mayShare: boolean) => ReactNode;
}

/** Who has access to a file or folder, and why. `?who=` is the selected person or link. */
export function AccessPage({ nodeId, personId, renderMark, renderRequests }: AccessPageProps) {
  const text = useText();
  const words = useErrorTexts();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = useSettled(typed).trim();
  const node = useQuery(nodeQuery(nodeId));
  const access = useQuery(accessPeopleQuery(nodeId, { q, at, limit: LIMITS.accessPageSize }));
  // If a search fails, the first page is used, so that the search field stays.
  const first = useQuery(accessPeopleQuery(nodeId, FIRST_PAGE), { isEnabled: false });
  const known = access.data ?? first.data;
  const spaces = useQuery(spacesQuery());
  usePageWithin(access, { at, limit: LIMITS.accessPageSize, onMove: setAt });
  const failure = node.failure ?? access.failure;
  if (failure !== undefined && isGone(failure)) {
    return (
      <EmptyState
        icon={SearchX}
        headingLevel={1}
        title={text('access.gone.title')}
        text={text('access.gone.text')}
        action={<ButtonLink href="/">{text('access.toFiles')}</ButtonLink>}
      />
    );
  }
  if (node.data === undefined || known === undefined) {
    if (failure === undefined) return <Waiting />;
    const handleRetry = async (): Promise<void> => {
      await Promise.all([node.refetch(), access.refetch()]);
    };
    return (
      <EmptyState
        icon={CircleAlert}
        headingLevel={1}
        title={text('access.failed')}
        text={words.ofFailure(failure) ?? ''}
        action={<Button onClick={() => void handleRetry()}>{text('access.retry')}</Button>}
      />
    );
  }
  const { spaceId } = node.data;
  const space = spaces.data?.items.find(({ id }) => id === spaceId);
  return (
    <Access
      node={node.data}
      access={known}
      personId={personId}
      spaceName={space?.kind === 'team' ? space.name : undefined}
      isInSpace={space !== undefined}
      renderMark={renderMark}
      renderRequests={renderRequests}
      list={{
        typed,
        at,
        failed: access.data === undefined ? access.failure : undefined,
        onRetry: () => void access.refetch(),
        onType: (next) => {
          setTyped(next);
          setAt(0);
        },
        onMove: setAt,
      }}
    />
  );
}

const FIRST_PAGE = { q: '', at: 0, limit: LIMITS.accessPageSize } as const;

interface AccessProps extends Omit<AccessPageProps, 'nodeId'> {
  readonly node: NodeView;
  readonly access: AccessPeople;
  readonly spaceName: string | undefined;
  readonly isInSpace: boolean;
  readonly list: ListedPeople;
}

function Access(props: AccessProps) {
  const { node, access, personId, spaceName, isInSpace, renderMark, renderRequests, list } = props;
  const text = useText();
  const search = new URLSearchParams(useSearch());
  const who = search.get('who') ?? undefined;
  const base = `/nodes/${node.id}/access`;
  // If nobody is chosen, a wide page explains the reader's own access, and a phone shows the list.
  const asked = who ?? personId;
  const link = access.links.find(({ linkId }) => linkId === asked);
  const listed = access.items.find((person) => person.personId === asked);
  const isUnlisted = link === undefined && listed === undefined;
  const explained = useQuery(explainQuery(node.id, isUserId(asked) ? asked : personId), {
    isEnabled: isUnlisted && isUserId(asked),
  });
  const person = listed ?? (isUnlisted ? explained.data?.items[0] : undefined);
  const chosen = useRef<HTMLElement>(null);
  /** Moves the focus, because the pressed button is gone, and perhaps the person's whole entry. */
  const focusChosen = (): void => (chosen.current?.querySelector('h2') ?? chosen.current)?.focus();
  const isChosen = who !== undefined || !access.seesOthers;
  return (
    <div className={styles['page']} data-chosen={isChosen || undefined}>
      <Everyone
        node={node}
        access={access}
        personId={personId}
        spaceName={spaceName}
        isInSpace={isInSpace}
        chosenId={link?.linkId ?? person?.personId}
        hrefOf={(id) => `${base}?who=${id}`}
        renderMark={renderMark}
        requests={renderRequests(node, access.mayShare)}
        {...list}
      />
      <section ref={chosen} tabIndex={-1} className={styles['chosen']}>
        {access.seesOthers && who !== undefined && (
          <Link href={base} className={styles['back']}>
            <Icon of={ChevronLeft} size={18} isMirrored />
            {text('access.back')}
          </Link>
        )}
        {link !== undefined && (
          <ChosenLink
            key={link.linkId}
            node={node}
            link={link}
            maySeeAs={access.maySeeAs}
            onRemoved={() => requestAnimationFrame(focusChosen)}
          />
        )}
        {person !== undefined && (
          <ChosenPerson
            key={person.personId}
            node={node}
            person={person}
            isSelf={person.personId === personId}
            spaceName={spaceName}
            mayShare={access.mayShare}
            maySeeAs={access.maySeeAs}
            onRemoved={() => requestAnimationFrame(focusChosen)}
          />
        )}
        {link === undefined && person === undefined && (
          <NobodyYet explained={isUnlisted && isUserId(asked) ? explained : undefined} />
        )}
      </section>
    </div>
  );
}

interface NobodyYetProps {
  /** The query for a person who is not on this page of the list. Undefined if there is no such person. */
  readonly explained: QueryResult<AccessList> | undefined;
}

function NobodyYet({ explained }: NobodyYetProps) {
  const text = useText();
  const words = useErrorTexts();
  if (explained === undefined || explained.data !== undefined) return <p>{text('access.choose')}</p>;
  if (explained.failure === undefined) {
    return (
      <output aria-label={text('access.loading')}>
        <Skeleton width="60%" height="32px" />
        <Skeleton height="96px" />
      </output>
    );
  }
  return (
    <EmptyState
      icon={CircleAlert}
      headingLevel={2}
      title={text('access.failed')}
      text={words.ofFailure(explained.failure) ?? ''}
      action={<Button onClick={() => void explained.refetch()}>{text('access.retry')}</Button>}
    />
  );
}

function Waiting() {
  const text = useText();
  return (
    <output aria-label={text('access.loading')} className={styles['everyone']}>
      <Skeleton width="60%" height="32px" />
      <Skeleton height="52px" />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="48px" />
      ))}
    </output>
  );
}

function isGone(failure: { readonly cause: unknown }): boolean {
  return apiErrorOf(failure.cause).code === 'node_not_found';
}
