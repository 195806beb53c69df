import { FileClock } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { deleteDraft } from '../../../../api/saving/drafts.ts';
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

/** Reads the newest version, and asks what to do with a draft that an earlier page left. */
export function TextEditor({ node, ref, renderFailed, onDownload, onDone }: TextEditorProps) {
  const text = useText();
  const [attempt, setAttempt] = useState(1);
  const opened = useOpened(node, attempt);
  const [answer, setAnswer] = useState<'restore' | 'discard'>();
  if (opened === undefined) return <Spinner size="large" label={text('text.loading')} />;
  if (opened === 'failed') return renderFailed(() => setAttempt(attempt + 1));
  const { file, draft, key } = opened;
  if (file === undefined) return <NotText onDownload={onDownload} />;
  if (draft !== undefined && answer === undefined) {
    return (
      <DraftQuestion
        savedAt={draft.savedAt}
        isOlder={draft.baseVersion !== file.versionId}
        onRestore={() => setAnswer('restore')}
        onDiscard={() => {
          setAnswer('discard');
          if (key !== undefined) void deleteDraft(key, draft.savedAt);
        }}
      />
    );
  }
  const restored = answer === 'restore' ? draft : undefined;
  return (
    <EditorSheet
      ref={ref}
      node={node}
      draftKey={key}
      base={restored === undefined ? file : draftBase(file, restored)}
      restored={restored}
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
}

function DraftQuestion({ savedAt, isOlder, onRestore, onDiscard }: DraftQuestionProps) {
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
        </div>
      }
    />
  );
}
