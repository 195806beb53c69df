import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MentionListHandle } from './mention-list.tsx';
import { keepNamed, mentionAt, type Mentioned, withMention } from './mention-text.ts';

/** The draft of a comment. */
export interface Written {
  readonly text: string;
  /** People who were chosen from the list and are still in the text. */
  readonly mentions: readonly Mentioned[];
}

/** The list of people below a text field, open from an `@` until somebody is chosen. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, mentions }: Written,
  onChange: (written: Written) => void,
) {
  const [caret, setCaret] = useState(text.length);
  const [closedAt, setClosedAt] = useState<number>();
  const [activeId, setActiveId] = useState<string>();
  const list = useRef<MentionListHandle>(null);
  const typed = mentionAt(text, caret, mentions);
  const open = typed === undefined || typed.start === closedAt ? undefined : typed;
  const choose = (person: Mentioned): void => {
    if (open === undefined) return;
    const next = withMention(text, open, person.name);
    const others = mentions.filter(({ id }) => id !== person.id);
    flushSync(() => {
      onChange({ text: next.text, mentions: [...others, { id: person.id, name: person.name }] });
      setCaret(next.caret);
    });
    field.current?.focus();
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  return {
    open,
    activeId: open === undefined ? undefined : activeId,
    list,
    setActiveId,
    choose,
    type: (next: string, at: number): void => {
      setCaret(at);
      if (mentionAt(next, at, mentions)?.start !== closedAt) setClosedAt(undefined);
      onChange({ text: next, mentions: keepNamed(next, mentions) });
    },
    moveCaret: setCaret,
    /** Returns true if the list handled the key. */
    press: (event: KeyboardEvent): boolean => {
      if (open === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return false;
      if (event.key === 'Escape' && activeId !== undefined) {
        setClosedAt(open.start);
        return true;
      }
      return list.current?.press(event) === true;
    },
  };
}
