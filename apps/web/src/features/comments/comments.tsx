import { LIMITS, type NodeId } from '@coffer/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { addComment, commentsQuery } from '../../api/details/comments.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CommentField } from './comment-field.tsx';
import { CommentItem } from './comment-item.tsx';
import styles from './comments.module.css';
import { DeleteComment } from './delete-comment.tsx';
import { drafts } from './drafts.ts';
import { useText } from './texts.ts';

const FIRST = 20;
const FACTOR = 5;
/** Leads here from a notification. */
const PLACE = '#comments';

interface CommentsProps {
  readonly nodeId: NodeId;
}

/** Of one file or folder, the newest last. Pass the id of the node as `key`. */
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
  useArrival(heading, page !== undefined);
  const setDeleted = useFocusAfterDelete(heading, deletedId !== undefined);
  const total = page?.total ?? 0;
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
      {page === undefined && asked.failure !== undefined && (
        <div className={styles['failed']}>
          <p>{words.ofFailure(asked.failure)}</p>
          <Button onClick={() => void asked.refetch()}>{text('comments.retry')}</Button>
        </div>
      )}
      {hasEarlier && (
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
              onDelete={() => setDeletedId(comment.id)}
            />
          ))}
        </ul>
      )}
      {page !== undefined && <NewComment nodeId={nodeId} />}
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

/** Once, when a notification leads here. */
function useArrival(heading: { readonly current: HTMLElement | null }, isThere: boolean): void {
  const [isAimed] = useState(() => location.hash === PLACE);
  useEffect(() => {
    if (!isAimed || !isThere) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [heading, isAimed, isThere]);
}

/** The button that opened the dialog goes with its comment, and the page is inert until the dialog is closed. */
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

function NewComment({ nodeId }: CommentsProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const adding = useMutation(addComment);
  // A repeated try of the same text is the same comment.
  const tried = useRef({ text: '', key: '' });
  return (
    <CommentField
      label={text('comments.field')}
      hint={text('comments.hint')}
      submitLabel={text('comments.send')}
      initial={drafts.get(nodeId) ?? ''}
      refusal={words.ofFailure(adding.failure)}
      isBusy={adding.isPending}
      onType={(typed) => {
        if (typed === '') drafts.delete(nodeId);
        else drafts.set(nodeId, typed);
      }}
      onSubmit={async (typed) => {
        if (tried.current.text !== typed) tried.current = { text: typed, key: crypto.randomUUID() };
        const { failure } = await adding.run(cache, {
          nodeId,
          text: typed,
          idempotencyKey: tried.current.key,
        });
        if (failure !== undefined) return false;
        tried.current = { text: '', key: '' };
        announce(text('comments.sent'));
        return true;
      }}
    />
  );
}
