import type { Tag, TagList } from '@coffer/contracts';
import { UserRound } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ColorDot } from '../../../ui/marks/color-dot.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import type { Mark, Marks } from './marks.ts';
import styles from './tags.module.css';
import { useText } from './texts.ts';

export interface TagsAnswer {
  readonly data?: TagList | undefined;
  readonly failure?: unknown;
  readonly refetch: () => void;
}

interface TagBoxesProps {
  readonly ref: Ref<HTMLFieldSetElement>;
  readonly tags: TagsAnswer;
  /** The tags that match the typed text. */
  readonly found: readonly Tag[];
  readonly name: string;
  readonly marks: Marks;
  readonly onChoose: (tagId: string, isOn: boolean) => void;
}

export function TagBoxes({ ref, tags, found, name, marks, onChoose }: TagBoxesProps) {
  const text = useText();
  if (tags.data === undefined) return <TagsWaiting tags={tags} />;
  const isFixed = found.some(({ mayChange }) => !mayChange);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys are a shortcut between checkboxes that Tab reaches too */}
      <fieldset ref={ref} className={styles['boxes']} onKeyDown={moveFocus}>
        <legend className="visually-hidden">{text('tags.list')}</legend>
        {found.map((tag) => (
          <TagBox
            key={tag.id}
            tag={tag}
            mark={marks.markOf(tag.id)}
            onChoose={(isOn) => onChoose(tag.id, isOn)}
          />
        ))}
      </fieldset>
      <p aria-live="polite" className={styles['note']}>
        {found.length === 0 && (name === '' ? text('tags.empty') : text('tags.none', { name }))}
        {isFixed && text('tags.fixed')}
      </p>
    </>
  );
}

/** Shows that the tags are loading, or failed to load. */
export function TagsWaiting({ tags }: { readonly tags: TagsAnswer }) {
  const text = useText();
  if (tags.failure === undefined) {
    return (
      <>
        <span className="visually-hidden">{text('tags.waiting')}</span>
        <Skeleton height="96px" />
      </>
    );
  }
  return (
    <div role="alert" className={styles['failed']}>
      <p>{text('tags.failed')}</p>
      <Button onClick={tags.refetch}>{text('tags.retry')}</Button>
    </div>
  );
}

interface TagBoxProps {
  readonly tag: Tag;
  readonly mark: Mark;
  readonly onChoose: (isOn: boolean) => void;
}

function TagBox({ tag, mark, onChoose }: TagBoxProps) {
  const text = useText();
  const id = useId();
  return (
    <span className={styles['box']}>
      <input
        id={id}
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = mark === 'some';
        }}
        checked={mark === 'all'}
        disabled={!tag.mayChange}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <label htmlFor={id}>
        <ColorDot color={tag.color} />
        <bdi className={styles['name']}>{tag.name}</bdi>
        {tag.spaceId === null && (
          <span className={styles['own']} title={text('tags.own')}>
            <Icon of={UserRound} size={16} />
            <span className="visually-hidden">{text('tags.own')}</span>
          </span>
        )}
      </label>
    </span>
  );
}

/** Arrow keys move between checkboxes; Tab moves on to the buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  boxes[Math.min(boxes.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}
