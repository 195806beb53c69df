import { LIMITS, type SpaceId, type Tag } from '@coffer/contracts';
import { Pencil, Trash2, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { deleteTag, tagsQuery } from '../../../api/tags/tags.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { ColorDot } from '../../../ui/marks/color-dot.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { closesOnEscape } from './closes-on-escape.ts';
import { TagForm } from './tag-form.tsx';
import { TagsWaiting } from './tag-boxes.tsx';
import styles from './tags.module.css';
import { useText } from './texts.ts';

interface ManageTagsProps {
  readonly spaceId: SpaceId | undefined;
  readonly onRenamed?: (before: string, after: string) => void;
}

/** Lists the tags of a space and the person's own, or all tags that the person may see. */
export function ManageTags({ spaceId, onRenamed }: ManageTagsProps) {
  const text = useText();
  const tags = useQuery(tagsQuery(spaceId));
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<Opened>();
  /** The action that was closed last. Its button takes the focus again. */
  const [closed, setClosed] = useState<Opened>();
  if (tags.data === undefined) return <TagsWaiting tags={tags} />;
  const { items } = tags.data;
  if (items.length === 0) return <p className={styles['note']}>{text('tags.manageEmpty')}</p>;
  const close = (): void => {
    setClosed(open);
    setOpen(undefined);
  };
  const handleDeleted = (): void => {
    setOpen(undefined);
    list.current?.focus();
  };
  return (
    <ul ref={list} tabIndex={-1} className={styles['list']} aria-label={text('tags.list')}>
      {items.map((tag) => (
        <li key={tag.id} className={styles['row']}>
          {open?.id !== tag.id && (
            <TagRow
              tag={tag}
              focused={closed?.id === tag.id ? closed.act : undefined}
              onOpen={(act) => setOpen({ id: tag.id, act })}
            />
          )}
          {open?.id === tag.id && open.act === 'edit' && (
            <TagForm
              tag={tag}
              tags={items}
              onRenamed={(name) => onRenamed?.(tag.name, name)}
              onMerged={handleDeleted}
              onClose={close}
            />
          )}
          {open?.id === tag.id && open.act === 'delete' && (
            <DeleteTag tag={tag} onDeleted={handleDeleted} onClose={close} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Opened {
  readonly id: string;
  readonly act: 'edit' | 'delete';
}

interface TagRowProps {
  readonly tag: Tag;
  readonly focused: Opened['act'] | undefined;
  readonly onOpen: (act: 'edit' | 'delete') => void;
}

function TagRow({ tag, focused, onOpen }: TagRowProps) {
  const text = useText();
  const { number } = useFormats();
  const { name, items } = tag;
  return (
    <>
      <ColorDot color={tag.color} />
      <bdi className={styles['name']}>{name}</bdi>
      {tag.spaceId === null && (
        <span className={styles['own']} title={text('tags.own')}>
          <Icon of={UserRound} size={16} />
          <span className="visually-hidden">{text('tags.own')}</span>
        </span>
      )}
      {items !== null && (
        <span className={styles['count']}>
          {items < LIMITS.tagCountedMax
            ? text('tags.items', { count: items })
            : text('tags.itemsOver', { count: number(items) })}
        </span>
      )}
      {tag.mayChange && (
        <span className={styles['tools']}>
          {/* oxlint-disable jsx-a11y/no-autofocus -- the form that replaced the row had the focus */}
          <IconButton
            icon={Pencil}
            label={text('tags.edit', { name })}
            autoFocus={focused === 'edit'}
            onClick={() => onOpen('edit')}
          />
          <IconButton
            icon={Trash2}
            label={text('tags.delete', { name })}
            autoFocus={focused === 'delete'}
            onClick={() => onOpen('delete')}
          />
          {/* oxlint-enable jsx-a11y/no-autofocus */}
        </span>
      )}
    </>
  );
}

interface DeleteTagProps {
  readonly tag: Tag;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteTag({ tag, onDeleted, onClose }: DeleteTagProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const deleting = useMutation(deleteTag);
  const handleDelete = async (): Promise<void> => {
    const { failure } = await deleting.run(cache, tag.id);
    if (failure !== undefined) return;
    announce(text('tags.deleted', { name: tag.name }));
    onDeleted();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a shortcut for the cancel button
    <fieldset className={styles['ask']} onKeyDown={closesOnEscape(onClose)}>
      <legend className="visually-hidden">{text('tags.delete', { name: tag.name })}</legend>
      <p>{text('tags.deleteAsk', { name: tag.name })}</p>
      {deleting.failure !== undefined && <p role="alert">{words.ofFailure(deleting.failure)}</p>}
      <span className={styles['buttons']}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button is gone */}
        <Button autoFocus onClick={onClose}>
          {text('tags.cancel')}
        </Button>
        <Button tone="danger" isBusy={deleting.isPending} onClick={() => void handleDelete()}>
          {text('tags.deleteNow')}
        </Button>
      </span>
    </fieldset>
  );
}
