import { LIMITS, SPACE_COLORS, type Tag } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { changeTag, findTag, mergeTag } from '../../../api/tags/tags.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ColorChoice } from '../../../ui/controls/color-choice.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { ColorDot } from '../../../ui/marks/color-dot.tsx';
import { closesOnEscape } from './closes-on-escape.ts';
import styles from './tags.module.css';
import { useText } from './texts.ts';

interface TagFormProps {
  readonly tag: Tag;
  /** All tags, including one that may already have the typed name. */
  readonly tags: readonly Tag[];
  /** Called after renaming the tag, or merging it into another one. */
  readonly onRenamed: (name: string) => void;
  readonly onMerged: () => void;
  readonly onClose: () => void;
}

/** Edits name and color in place of the row. If another tag already has the name, offers to merge both. */
export function TagForm({ tag, tags, onRenamed, onMerged, onClose }: TagFormProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  /** The tag as the person has seen it, so that changes by others are not overwritten unnoticed. */
  const [seen, setSeen] = useState(tag);
  const [name, setName] = useState(tag.name);
  const [color, setColor] = useState(tag.color);
  const [isMissing, setMissing] = useState(false);
  const changing = useMutation(changeTag);
  const merging = useMutation(mergeTag);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // An earlier refusal to merge would hide the result of this submit.
    merging.reset();
    if (name.trim() === '') {
      setMissing(true);
      return;
    }
    const { data: changed, failure: refused } = await changing.run(cache, { ...seen, name, color });
    if (refused !== undefined) showNewest(refused.cause);
    if (changed === undefined) return;
    onRenamed(changed.name);
    onClose();
  };
  /** After a change by somebody else, what the person has changed stays, and the rest is updated. */
  const showNewest = (cause: unknown): void => {
    const newest = apiErrorOf(cause).code === 'revision_conflict' ? findTag(cache, tag.id) : undefined;
    if (newest === undefined) return;
    setSeen(newest);
    if (name === seen.name) setName(newest.name);
    if (color === seen.color) setColor(newest.color);
  };
  const failure = merging.failure ?? changing.failure;
  const error = failure === undefined ? undefined : apiErrorOf(failure.cause);
  const isLate = error?.code === 'revision_conflict';
  const twin =
    error?.code === 'tag_name_taken' ? tags.find(({ id }) => id === error.facts['existing_id']) : undefined;
  const handleMerge = async (other: Tag): Promise<void> => {
    const merged = await merging.run(cache, seen, other.id);
    if (merged.failure !== undefined) return showNewest(merged.failure.cause);
    announce(text('tags.merged', { name: tag.name, other: other.name }));
    onRenamed(other.name);
    onMerged();
  };
  const refusal = isLate ? text('tags.conflict') : words.ofFailure(failure);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a shortcut for the cancel button
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => void handleSubmit(event)}
      onKeyDown={closesOnEscape(onClose)}
    >
      <TextField
        label={text('tags.name')}
        autoComplete="off"
        maxLength={LIMITS.tagNameLengthMax}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button is gone
        autoFocus
        value={name}
        error={isMissing ? text('tags.nameMissing') : refusal}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => {
          setMissing(false);
          changing.reset();
          merging.reset();
          setName(currentTarget.value);
        }}
      />
      {twin !== undefined && (
        <div className={styles['merge']}>
          <p>{text('tags.mergeAsk', { name: tag.name, other: twin.name })}</p>
          <Button isBusy={merging.isPending} onClick={() => void handleMerge(twin)}>
            {text('tags.merge')}
          </Button>
        </div>
      )}
      <ColorChoice
        legend={text('tags.color')}
        isLegendHidden
        colors={SPACE_COLORS}
        chosen={color}
        labelOf={(each) => text(`tags.color.${each}`)}
        renderMark={(each) => <ColorDot color={each} isLarge />}
        onChoose={setColor}
      />
      <span className={styles['buttons']}>
        <Button onClick={onClose}>{text('tags.cancel')}</Button>
        <Button tone="primary" type="submit" isBusy={changing.isPending}>
          {text('tags.save')}
        </Button>
      </span>
    </form>
  );
}
