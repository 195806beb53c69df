import { type NodeView, nodeNameIssue } from '@coffer/contracts';
import { type KeyboardEvent, useState } from 'react';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { announce } from '../../../ui/live-regions.ts';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

interface RenameEditorProps {
  readonly node: NodeView;
  readonly onRename: (name: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** The name as a field, in its place in the list. Enter saves, Escape leaves it as it was. */
export function RenameEditor({ node, onRename, onClose }: RenameEditorProps) {
  const text = useText();
  const words = useErrorTexts();
  const [name, setName] = useState(node.name);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const refuse = (message: string): void => {
    setProblem(message);
    announce(message, 'assertive');
  };
  const save = async (): Promise<void> => {
    if (isBusy) return;
    const issue = nodeNameIssue(name);
    if (issue !== undefined) {
      refuse(words.ofIssue(issue));
      return;
    }
    setBusy(true);
    const refusal = await onRename(name);
    setBusy(false);
    if (refusal === undefined) onClose();
    else refuse(refusal);
  };
  const handleKey = (event: KeyboardEvent): void => {
    // The keys of the list mean nothing in here.
    event.stopPropagation();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save();
    if (event.key === 'Escape') onClose();
  };
  return (
    <span className={styles['editor']}>
      <input
        ref={(field) => selectStem(field, node)}
        value={name}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={text('browse.renameLabel', { name: node.name })}
        aria-invalid={problem !== undefined || undefined}
        title={problem}
        className={styles['editorField']}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={handleKey}
        onBlur={() => (name === node.name ? onClose() : void save())}
      />
      {problem !== undefined && (
        <span key={problem} ref={showAtField} popover="manual" className={styles['editorProblem']}>
          {problem}
        </span>
      )}
    </span>
  );
}

/** Marks the name without its extension, once, when the field appears. */
function selectStem(field: HTMLInputElement | null, node: NodeView): void {
  if (field === null || document.activeElement === field) return;
  const dot = node.kind === 'file' ? node.name.lastIndexOf('.') : -1;
  field.focus();
  field.setSelectionRange(0, dot > 0 ? dot : node.name.length);
}

const GAP = 4;

/** In the top layer, because a cell of the list shows nothing beyond its edges: below the field, or above it where there is no room. */
function showAtField(bubble: HTMLElement | null): (() => void) | undefined {
  const field = bubble?.previousElementSibling;
  if (bubble === null || field == null) return undefined;
  bubble.showPopover();
  place(bubble, field);
  const gone = new AbortController();
  const { signal } = gone;
  // A telephone is turned, or its keyboard comes up: once the list has drawn itself anew.
  addEventListener('resize', () => requestAnimationFrame(() => place(bubble, field)), { signal });
  // The list goes on without it; the field stays marked.
  addEventListener('scroll', () => bubble.hidePopover(), { capture: true, once: true, signal });
  return () => gone.abort();
}

function place(bubble: HTMLElement, beside: Element): void {
  const field = beside.getBoundingClientRect();
  const hasRoom = field.bottom + GAP + bubble.offsetHeight < innerHeight;
  const top = hasRoom ? field.bottom + GAP : field.top - GAP - bubble.offsetHeight;
  const start = document.documentElement.dir === 'rtl' ? innerWidth - field.right : field.left;
  bubble.style.insetBlockStart = `${top}px`;
  bubble.style.insetInlineStart = `${start}px`;
}
