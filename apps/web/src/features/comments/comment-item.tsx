import type { Comment, NodeId } from '@coffer/contracts';
import { Pencil, Trash2, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFaces } from '../../api/session/self.ts';
import { changeComment } from '../../api/details/comments.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { useFormats } from '../../lib/language/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { CommentField } from './comment-field.tsx';
import styles from './comments.module.css';
import { type Draft, draftOf, idsOf, keepDraft, useDraft } from './drafts.ts';
import { linkedText } from './linked-text.ts';
import type { Mentioned } from './mentions/mention-text.ts';
import type { Written } from './mentions/use-mentions.ts';
import { useText } from './texts.ts';

interface CommentItemProps {
  readonly nodeId: NodeId;
  readonly comment: Comment;
  readonly writers: readonly Mentioned[];
  readonly onDelete: () => void;
}

export function CommentItem({ nodeId, comment, writers, onDelete }: CommentItemProps) {
  const text = useText();
  const { friendlyDate, dateTime } = useFormats();
  const today = useToday();
  const name = useName(comment.author);
  const draft = useDraft(comment.id);
  const [isPressed, setPressed] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const isOwn = comment.author.kind === 'you';
  const time = friendlyDate(comment.createdAt, today);
  const start = (): void => {
    const { id, text: before, mentions, revision } = comment;
    setPressed(true);
    keepDraft(id, { text: before, mentions, revision });
  };
  const end = (): void => {
    // The button must be rendered before it can take the focus.
    flushSync(() => keepDraft(comment.id, undefined));
    edit.current?.focus();
  };
  return (
    <li className={styles['comment']}>
      <Face author={comment.author} />
      <div className={styles['body']}>
        <p className={styles['head']}>
          <bdi className={styles['name']}>{name}</bdi>{' '}
          <time dateTime={comment.createdAt} title={dateTime(comment.createdAt)}>
            {time}
          </time>
          {comment.editedAt !== null && (
            <span title={dateTime(comment.editedAt)}> · {text('comments.edited')}</span>
          )}
        </p>
        {draft === undefined ? (
          <Text comment={comment} />
        ) : (
          <EditField
            nodeId={nodeId}
            comment={comment}
            writers={writers}
            draft={draft}
            isFocused={isPressed}
            onEnd={end}
          />
        )}
      </div>
      {draft === undefined && (
        <div className={styles['tools']}>
          {isOwn && (
            <IconButton
              ref={edit}
              icon={Pencil}
              size="small"
              label={text('comments.edit', { time })}
              onClick={start}
            />
          )}
          {comment.mayDelete && (
            <IconButton
              icon={Trash2}
              size="small"
              label={text('comments.delete', { name, time })}
              onClick={onDelete}
            />
          )}
        </div>
      )}
    </li>
  );
}

function Face({ author }: Pick<Comment, 'author'>) {
  const face = useFaces()(author);
  if (face !== undefined) return <Avatar {...face} size="tiny" />;
  return (
    <span className={styles['nobody']}>
      <Icon of={UserRound} size={16} />
    </span>
  );
}

function useName(author: Comment['author']): string {
  const text = useText();
  if (author.kind === 'person') return author.name;
  if (author.kind === 'you') return text('comments.you');
  return text(author.kind === 'removed_person' ? 'comments.removed' : 'comments.hidden');
}

function Text({ comment }: Pick<CommentItemProps, 'comment'>) {
  return (
    <p dir="auto" className={styles['text']}>
      <LinkedText comment={comment} />
    </p>
  );
}

function LinkedText({ comment }: Pick<CommentItemProps, 'comment'>) {
  return linkedText(comment.text, comment.mentions).map((part, at) => {
    if (part.person !== undefined) {
      return (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
        <bdi key={at} className={styles['mention']}>
          {part.text}
        </bdi>
      );
    }
    return part.href === undefined ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
      <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    );
  });
}

interface EditFieldProps extends Pick<CommentItemProps, 'nodeId' | 'comment' | 'writers'> {
  readonly draft: Draft;
  readonly isFocused: boolean;
  readonly onEnd: () => void;
}

function EditField({ nodeId, comment, writers, draft, isFocused, onEnd }: EditFieldProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const changing = useMutation(changeComment);
  const { id } = comment;
  const { failure } = changing;
  const isLate = failure !== undefined && apiErrorOf(failure.cause).code === 'revision_conflict';
  const save = async (written: Written): Promise<void> => {
    const isSame =
      written.text === comment.text && idsOf(written.mentions).join() === idsOf(comment.mentions).join();
    // After a conflict, the newer text is shown above the field.
    const revision = isLate ? comment.revision : (draft.revision ?? comment.revision);
    const outcome = isSame ? {} : await changing.run(cache, nodeId, { id, revision, ...written });
    if (outcome.failure !== undefined) return;
    if (!isSame) announce(text('comments.saved'));
    // The text may have been changed by a field that was opened meanwhile.
    const now = draftOf(id);
    if (outcome.data === undefined || now?.text.trim() === written.text) onEnd();
    else if (now !== undefined) keepDraft(id, { ...now, revision: outcome.data.revision });
  };
  return (
    <>
      {isLate && <Text comment={comment} />}
      <CommentField
        nodeId={nodeId}
        writers={writers}
        label={text('comments.editField')}
        submitLabel={text('comments.save')}
        written={draft}
        isFocused={isFocused}
        refusal={words.ofFailure(failure)}
        isBusy={changing.isPending}
        isLockedWhileBusy
        onType={(written) => keepDraft(id, { ...draft, ...written })}
        onCancel={onEnd}
        onSubmit={(written) => void save(written)}
      />
    </>
  );
}
