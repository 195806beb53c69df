import { FileClock } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { deleteDraft, moveDraft, type StoredDraft } from '../../../../api/saving/drafts.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import type { ViewedNode } from '../../viewer.ts';
import { NotText } from '../text-view.tsx';
import { useText } from '../texts.ts';
import { useEditingCalls } from './editing-calls.ts';
import { EditorSheet, type EditorHandle } from './editor-sheet.tsx';
import { draftBase, openForEditing, type OpenedForEditing } from './open-for-editing.ts';
import styles from './text-editor.module.css';

export interface TextEditorProps {
  readonly node: ViewedNode;
  readonly ref: Ref<EditorHandle>;
  readonly renderFailed: (onRetry: () => void) => ReactNode;
  readonly onDownload: (() => void) | undefined;
  readonly onDone: () => void;
}

/** Reads the newest version, and asks what to do with drafts that earlier pages left. */
export function TextEditor({ node, ref, renderFailed, onDownload, onDone }: TextEditorProps) {
  const text = useText();
  const [attempt, setAttempt] = useState(1);
  const opened = useOpened(node, attempt);
  const [offered, setOffered] = useState<readonly StoredDraft[]>();
  const [restored, setRestored] = useState<StoredDraft>();
  if (opened === undefined) return <Spinner size="large" label={text('text.loading')} />;
  if (opened === 'failed') return renderFailed(() => setAttempt(attempt + 1));
  const { file, key } = opened;
  if (file === undefined) return <NotText onDownload={onDownload} />;
  const [first, ...others] = offered ?? opened.drafts;
  if (key !== undefined && first !== undefined && restored === undefined) {
    const { draft } = first;
    return (
      <DraftQuestion
        savedAt={draft.savedAt}
        isOlder={draft.baseVersion !== file.versionId}
        onRestore={() => {
          setRestored(first);
          void moveDraft(first, key);
        }}
        onDiscard={() => {
          setOffered(others);
          void deleteDraft(first.key);
        }}
        onNext={others.length > 0 ? () => setOffered([...others, first]) : undefined}
      />
    );
  }
  return (
    <EditorSheet
      ref={ref}
      node={node}
      draftKey={key}
      base={restored === undefined ? file : draftBase(file, restored.draft)}
      restored={restored?.draft}
      onDone={onDone}
    />
  );
}

function useOpened(node: ViewedNode, attempt: number): OpenedForEditing | 'failed' | undefined {
  const calls = useEditingCalls();
  const cache = useQueryCache();
  const [opened, setOpened] = useState<{
    readonly attempt: number;
    readonly result: OpenedForEditing | 'failed';
  }>();
  useEffect(() => {
    let isOver = false;
    openForEditing(calls, node).then(
      (result) => isOver || setOpened({ attempt, result }),
      () => {
        if (isOver) return;
        setOpened({ attempt, result: 'failed' });
        // Refreshing shows the page of a link that has ended.
        if (calls.guest !== undefined) void calls.refresh(cache);
      },
    );
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a newer version in the list must not reopen the editor
  }, [node.id, attempt]);
  return opened?.attempt === attempt ? opened.result : undefined;
}

interface DraftQuestionProps {
  readonly savedAt: Date;
  readonly isOlder: boolean;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
  /** Undefined if there is no other draft. */
  readonly onNext: (() => void) | undefined;
}

function DraftQuestion({ savedAt, isOlder, onRestore, onDiscard, onNext }: DraftQuestionProps) {
  const text = useText();
  const { dateTime } = useFormats();
  return (
    <EmptyState
      icon={FileClock}
      title={text('editor.draft.title')}
      text={text(isOlder ? 'editor.draft.older' : 'editor.draft.text', { time: dateTime(savedAt) })}
      action={
        <div className={styles['choices']}>
          <Button tone="primary" onClick={onRestore}>
            {text('editor.draft.restore')}
          </Button>
          <Button onClick={onDiscard}>{text('editor.draft.discard')}</Button>
          {onNext !== undefined && <Button onClick={onNext}>{text('editor.draft.next')}</Button>}
        </div>
      }
    />
  );
}
