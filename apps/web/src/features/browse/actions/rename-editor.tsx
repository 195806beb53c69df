import { isReservedOnWindows, type NodeView, nodeNameIssue } from '@coffer/contracts';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

/** The typed name, kept for the editor when the row moves. */
export interface RenameDraft {
  readonly id: string;
  readonly name: string;
}

interface RenameEditorProps {
  readonly node: NodeView;
  readonly draft?: RefObject<RenameDraft | undefined>;
  readonly onRename: (name: string) => Promise<string | undefined>;
  /** `isLeft`: the focus has already moved elsewhere. */
  readonly onClose: (isLeft: boolean) => void;
}

export function RenameEditor({ node, draft, onRename, onClose }: RenameEditorProps) {
  const text = useText();
  const words = useErrorTexts();
  const typed = draft?.current?.id === node.id ? draft.current.name : undefined;
  const [name, setName] = useState(typed ?? node.name);
  const [problem, setProblem] = useState<string>();
  const [isWarned, setWarned] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    if (typed === undefined) selectStem(field.current, node);
    else field.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once; later the person decides whether the field keeps the focus
  }, []);
  const warning = name !== node.name && isReservedOnWindows(name) ? text('browse.reserved') : undefined;
  const bubble = problem ?? warning;
  const refuse = (message: string): void => {
    setProblem(message);
    announce(message, 'assertive');
  };
  const save = async (isMeant: boolean): Promise<void> => {
    if (isBusy) return;
    // An unchanged name is accepted even if it breaks newer rules.
    if (name === node.name) return onClose(isLeft.current);
    const issue = nodeNameIssue(name);
    if (issue !== undefined) {
      refuse(words.ofIssue(issue));
      return;
    }
    if (warning !== undefined && !isMeant) {
      setWarned(true);
      announce(warning, 'assertive');
      return;
    }
    setBusy(true);
    const refusal = await onRename(name);
    setBusy(false);
    if (refusal === undefined) onClose(isLeft.current);
    // The field is gone because another name is being edited now, so the refusal is shown as a toast.
    else if (field.current === null) {
      showToast({ tone: 'danger', text: `${text('browse.renameFailed', { name: node.name })} ${refusal}` });
    } else refuse(refusal);
  };
  const handleKey = (event: KeyboardEvent): void => {
    // Keys in the field must not reach the list.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void save(isWarned);
    if (event.key !== 'Escape') return;
    // Without this, Escape would also close the surrounding layer.
    event.preventDefault();
    onClose(false);
  };
  const handleBlur = (event: FocusEvent): void => {
    // Only the window lost the focus: the person will come back to the field.
    if (document.activeElement === event.currentTarget) return;
    isLeft.current = true;
    void save(true);
  };
  return (
    <span className={styles['editor']}>
      <input
        ref={field}
        value={name}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={text('browse.renameLabel', { name: node.name })}
        aria-invalid={problem !== undefined || undefined}
        title={problem}
        className={styles['editorField']}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setName(value);
          if (draft !== undefined) draft.current = { id: node.id, name: value };
          setProblem(undefined);
          setWarned(false);
        }}
        onKeyDown={handleKey}
        onFocus={() => void (isLeft.current = false)}
        onBlur={handleBlur}
      />
      {bubble !== undefined && (
        <span
          key={bubble}
          ref={showAtField}
          popover="manual"
          data-tone={problem === undefined ? 'warning' : 'danger'}
          className={styles['editorProblem']}
        >
          {bubble}
        </span>
      )}
    </span>
  );
}

function selectStem(field: HTMLInputElement | null, node: NodeView): void {
  if (field === null) return;
  // Ctrl+A may be pressed before this code is loaded.
  const isWhole = node.kind === 'folder' || field.closest('[data-select-all]') !== null;
  const dot = isWhole ? -1 : node.name.lastIndexOf('.');
  field.focus();
  field.setSelectionRange(0, dot > 0 ? dot : node.name.length);
}

const GAP = 4;

/** Shows the hint in the top layer, because list cells clip their content. */
function showAtField(bubble: HTMLElement | null): (() => void) | undefined {
  const field = bubble?.previousElementSibling;
  if (bubble === null || field == null) return undefined;
  bubble.showPopover();
  place(bubble, field);
  const gone = new AbortController();
  const { signal } = gone;
  // After a rotation, or when the on-screen keyboard opens, the list must render first.
  addEventListener('resize', () => requestAnimationFrame(() => place(bubble, field)), { signal });
  // Scrolling hides only the hint.
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
