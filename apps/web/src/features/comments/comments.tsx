import { type Comment, LIMITS, type NodeId, type UserId } from '@coffer/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { addComment, commentsQuery } from '../../api/details/comments.ts';
import { lastArrival, onNavigation } from '../../lib/address/navigation.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CommentField } from './comment-field.tsx';
import { CommentItem } from './comment-item.tsx';
import styles from './comments.module.css';
import { DeleteComment } from './delete-comment.tsx';
import { endSending, idsOf, keepDraft, NOTHING_WRITTEN, startSending, useDraft } from './drafts.ts';
import type { Mentioned } from './mentions/mention-text.ts';
import type { Written } from './mentions/use-mentions.ts';
import { useText } from './texts.ts';

const FIRST = 20;
const FACTOR = 5;
/** Notifications link to this hash. */
const PLACE = '#comments';

interface CommentsProps {
  readonly nodeId: NodeId;
}

/** The comments on a file or folder, newest last. Pass the id of the node as `key`. */
export function Comments({ nodeId }: CommentsProps) {
  const text = useText();
  const words = useErrorTexts();
  const { number } = useFormats();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [limits, setLimits] = useState({ now: FIRST, before: FIRST });
  const [deletedId, setDeletedId] = useState<string>();
  const earlier = useQuery(commentsQuery(nodeId, limits.before), { isEnabled: false });
  const asked = useQuery(commentsQuery(nodeId, limits.now));
  const page = asked.data ?? earlier.data;
  useArrival(nodeId, heading, page !== undefined);
  const setDeleted = useFocusAfterDelete(heading, deletedId !== undefined);
  const total = page?.total ?? 0;
  const writers = writersOf(page?.items ?? []);
  const hasEarlier = page !== undefined && page.next !== null && limits.now < LIMITS.pageSizeMax;
  return (
    <section aria-labelledby={headingId} className={styles['comments']}>
      <h3 ref={heading} id={headingId} tabIndex={-1} className={styles['title']}>
        {total === 0 ? text('comments.title') : text('comments.titleCount', { count: number(total) })}
      </h3>
      {page === undefined && asked.failure === undefined && (
        <output aria-label={text('comments.loading')} className={styles['waiting']}>
          <Skeleton width="80%" />
        </output>
      )}
      {asked.data === undefined && asked.failure !== undefined && (
        <div className={styles['failed']}>
          <p>{words.ofFailure(asked.failure)}</p>
          <Button onClick={() => void asked.refetch()}>{text('comments.retry')}</Button>
        </div>
      )}
      {hasEarlier && asked.failure === undefined && (
        <Button
          tone="quiet"
          isBusy={asked.data === undefined}
          onClick={() =>
            setLimits({ now: Math.min(limits.now * FACTOR, LIMITS.pageSizeMax), before: limits.now })
          }
        >
          {text('comments.earlier')}
        </Button>
      )}
      {total > 0 && (
        <ul aria-labelledby={headingId} className={styles['list']}>
          {page?.items.toReversed().map((comment) => (
            <CommentItem
              key={comment.id}
              nodeId={nodeId}
              comment={comment}
              writers={writers}
              onDelete={() => setDeletedId(comment.id)}
            />
          ))}
        </ul>
      )}
      {page !== undefined && <NewComment nodeId={nodeId} writers={writers} />}
      {deletedId !== undefined && (
        <DeleteComment
          nodeId={nodeId}
          commentId={deletedId}
          onClose={() => setDeletedId(undefined)}
          onDeleted={setDeleted}
        />
      )}
    </section>
  );
}

/** The authors other than the reader, each once. */
function writersOf(comments: readonly Comment[]): readonly Mentioned[] {
  const writers = new Map<UserId, Mentioned>();
  for (const { author, authorId } of comments) {
    if (author.kind !== 'person' || authorId === null) continue;
    writers.set(authorId, { id: authorId, name: author.name, picture: author.picture });
  }
  return [...writers.values()];
}

/** Scrolls to the comments whenever a notification leads here. */
function useArrival(
  nodeId: NodeId,
  heading: { readonly current: HTMLElement | null },
  isThere: boolean,
): void {
  const [arrivals, setArrivals] = useState(() => Number(leadsTo(nodeId)));
  useEffect(
    () =>
      onNavigation(() => {
        if (lastArrival() === 'push' && leadsTo(nodeId)) setArrivals((before) => before + 1);
      }),
    [nodeId],
  );
  useEffect(() => {
    if (arrivals === 0 || !isThere) return undefined;
    // Delayed, so that the list of notifications is closed by then.
    const timer = setTimeout(() => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [heading, arrivals, isThere]);
}

function leadsTo(nodeId: NodeId): boolean {
  return location.hash === PLACE && location.href.includes(nodeId);
}

/**
 * Focuses the heading after a comment was deleted: its button is gone, and the page is inert until the dialog is
 * closed.
 */
function useFocusAfterDelete(
  heading: { readonly current: HTMLElement | null },
  isAsking: boolean,
): () => void {
  const isDeleted = useRef(false);
  useEffect(() => {
    if (isAsking || !isDeleted.current) return;
    isDeleted.current = false;
    setTimeout(() => heading.current?.focus({ preventScroll: true }));
  }, [heading, isAsking]);
  return () => {
    isDeleted.current = true;
  };
}

function NewComment({ nodeId, writers }: CommentsProps & { readonly writers: readonly Mentioned[] }) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const adding = useMutation(addComment);
  const draft = useDraft(nodeId);
  const send = async (written: Written): Promise<void> => {
    const idempotencyKey = startSending(nodeId, written);
    const mentions = idsOf(written.mentions);
    const { failure } = await adding.run(cache, { nodeId, text: written.text, mentions, idempotencyKey });
    if (failure !== undefined) return;
    endSending(nodeId, written);
    announce(text('comments.sent'));
  };
  return (
    <CommentField
      nodeId={nodeId}
      writers={writers}
      label={text('comments.field')}
      hint={text('comments.hint')}
      submitLabel={text('comments.send')}
      written={draft ?? NOTHING_WRITTEN}
      refusal={words.ofFailure(adding.failure)}
      isBusy={adding.isPending}
      onType={(written) => keepDraft(nodeId, written.text === '' ? undefined : written)}
      onSubmit={(written) => void send(written)}
    />
  );
}
