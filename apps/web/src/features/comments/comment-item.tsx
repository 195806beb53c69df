import type { Comment, NodeId } from '@coffer/contracts';
import { Pencil, Trash2, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const isOwn = comment.author.kind === 'you';
  const time = friendlyDate(comment.createdAt, today);
  const end = (): void => {
    // The button must be rendered before it can take the focus.
    flushSync(() => setEdited(false));
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
        {isEdited ? (
          <EditField nodeId={nodeId} comment={comment} writers={writers} onEnd={end} />
        ) : (
          <p dir="auto" className={styles['text']}>
            <LinkedText comment={comment} />
          </p>
        )}
      </div>
      {!isEdited && (
        <div className={styles['tools']}>
          {isOwn && (
            <IconButton
              ref={edit}
              icon={Pencil}
              size="small"
              label={text('comments.edit', { time })}
              onClick={() => setEdited(true)}
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

const idsOf = ({ mentions }: Pick<Written, 'mentions'>): string => mentions.map(({ id }) => id).join();

interface EditFieldProps extends Pick<CommentItemProps, 'nodeId' | 'comment' | 'writers'> {
  readonly onEnd: () => void;
}

function EditField({ nodeId, comment, writers, onEnd }: EditFieldProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const changing = useMutation(changeComment);
  return (
    <CommentField
      nodeId={nodeId}
      writers={writers}
      label={text('comments.editField')}
      submitLabel={text('comments.save')}
      initial={comment}
      isFocused
      refusal={words.ofFailure(changing.failure)}
      isBusy={changing.isPending}
      onCancel={onEnd}
      onSubmit={async (written) => {
        const isSame = written.text === comment.text && idsOf(written) === idsOf(comment);
        const { failure } = isSame ? {} : await changing.run(cache, nodeId, { ...comment, ...written });
        if (failure !== undefined) return false;
        if (!isSame) announce(text('comments.saved'));
        onEnd();
        return false;
      }}
    />
  );
}
