import { LIMITS, nameKey, type SpaceColor, SPACE_COLORS, type SpaceId, type Tag } from '@coffer/contracts';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { createTag } from '../../../api/tags/tags.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import type { Chosen, Marks } from './marks.ts';
import { TagBoxes, type TagsAnswer } from './tag-boxes.tsx';
import styles from './tags.module.css';
import { useText } from './texts.ts';

interface TagChoiceProps {
  readonly spaceId: SpaceId | undefined;
  readonly tags: TagsAnswer;
  readonly marks: Marks;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Finds a tag as the person types, and creates a missing one. */
export function TagChoice({ spaceId, tags, marks, chosen, onChoose }: TagChoiceProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState('');
  const making = useMutation(createTag);
  const items = tags.data?.items ?? [];
  const mayMake = tags.data?.mayMake === true;
  const name = typed.trim();
  const key = nameKey(name);
  const found = items.filter((tag) => nameKey(tag.name).includes(key));
  const isKnown = (isOwn: boolean): boolean =>
    items.some((tag) => (tag.spaceId === null) === isOwn && nameKey(tag.name) === key);
  const choose = (tagId: string, isOn: boolean): void => onChoose(new Map(chosen).set(tagId, isOn));
  const make = async (isOwn: boolean): Promise<void> => {
    if (name === '' || making.isPending || tags.data === undefined) return;
    const { data: tag } = await making.run(cache, {
      spaceId: isOwn ? null : (spaceId ?? null),
      name,
      color: freeColor(items),
      idempotencyKey: crypto.randomUUID(),
    });
    if (tag === undefined) return;
    choose(tag.id, true);
    setTyped('');
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      list.current?.querySelector('input')?.focus();
      event.preventDefault();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const first = found.find((tag) => nameKey(tag.name) === key) ?? found[0];
    if (name === '') return;
    if (first === undefined) void make(!mayMake);
    else if (first.mayChange) {
      const isOn = marks.markOf(first.id) !== 'all';
      choose(first.id, isOn);
      announce(`${first.name}: ${text(isOn ? 'tags.on' : 'tags.off')}`);
      field.current?.select();
    }
  };
  const offersMake = name !== '' && tags.data !== undefined;
  return (
    <div className={styles['choice']}>
      <TextField
        ref={field}
        label={text('tags.field')}
        autoComplete="off"
        maxLength={LIMITS.tagNameLengthMax}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks only for this
        autoFocus
        value={typed}
        error={words.ofFailure(making.failure)}
        onKeyDown={handleKey}
        onChange={({ currentTarget }) => {
          making.reset();
          setTyped(currentTarget.value);
        }}
      />
      <TagBoxes ref={list} tags={tags} found={found} name={name} marks={marks} onChoose={choose} />
      {offersMake && mayMake && !isKnown(false) && (
        <Button tone="quiet" icon={Plus} isBusy={making.isPending} onClick={() => void make(false)}>
          {text('tags.make', { name })}
        </Button>
      )}
      {offersMake && !isKnown(true) && (
        <Button tone="quiet" icon={Plus} isBusy={making.isPending} onClick={() => void make(true)}>
          {text('tags.makeOwn', { name })}
        </Button>
      )}
    </div>
  );
}

/** The color that the fewest tags have. */
function freeColor(tags: readonly Tag[]): SpaceColor {
  const count = (color: SpaceColor): number => tags.filter((tag) => tag.color === color).length;
  return SPACE_COLORS.toSorted((one, other) => count(one) - count(other))[0] ?? 'teal';
}
