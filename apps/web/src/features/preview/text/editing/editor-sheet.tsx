import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { commandOf } from '../../../../lib/keys/key-of.ts';
import type { Draft, DraftKey } from '../../../../api/saving/drafts.ts';
import { useHistoryGuard } from '../../../../lib/hooks/use-history-guard.ts';
import { useKeyDown } from '../../../../lib/keys/use-key-down.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import type { ViewedNode } from '../../viewer.ts';
import { CodeSheet } from '../code-sheet.tsx';
import type { CodeView } from '../code/code-view.ts';
import { useText } from '../texts.ts';
import { ConflictView } from './conflict-view.tsx';
import { type EditingSession, type EditingStatus, isUnsaved } from './editing-session.ts';
import { EditorNotice, StatusWords } from './editor-status.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import styles from './text-editor.module.css';
import type { TextFile } from './text-file.ts';
import { useEditingSession } from './use-editing-session.ts';

export interface EditorHandle {
  /** Calls `next` at once, or after asking about unsaved changes. */
  readonly leave: (next: () => void) => void;
}

interface EditorSheetProps {
  readonly ref: Ref<EditorHandle>;
  readonly node: ViewedNode;
  readonly draftKey: DraftKey | undefined;
  readonly base: TextFile;
  /** The draft that is continued. */
  readonly restored: Draft | undefined;
  readonly onDone: () => void;
}

/** Statuses in which the editor waits for a decision. */
const STOPPED: readonly EditingStatus['kind'][] = ['conflict', 'failed', 'gone', 'unencodable'];

export function EditorSheet({ ref, node, draftKey, base, restored, onDone }: EditorSheetProps) {
  const text = useText();
  const { session, status, isKept } = useEditingSession({ base, key: draftKey, restored });
  const [code, setCode] = useState<CodeView>();
  const [next, setNext] = useState<() => void>();
  const done = useRef<HTMLButtonElement>(null);
  const [handle] = useState<EditorHandle>(() => ({
    leave: (then) => {
      if (session.isDirty()) setNext(() => then);
      else then();
    },
  }));
  useImperativeHandle(ref, () => handle, [handle]);
  const letPass = useHistoryGuard(isUnsaved(status) && !isKept, handle.leave);
  useSaveKey(session);
  const isStopped = STOPPED.includes(status.kind);
  const focusBack = useEffectEvent(() => {
    if (next === undefined && code?.view.dom.isConnected === true) code.view.focus();
  });
  // The focused button disappears with the notice, so the focus returns to the editor.
  useEffect(() => (isStopped ? () => focusBack() : undefined), [isStopped]);
  const isSaving = status.kind === 'saving';
  return (
    <div className={styles['editor']} data-editor data-unsaved={isUnsaved(status) || undefined}>
      <div className={styles['sheet']} hidden={status.kind === 'conflict'}>
        <CodeSheet
          node={node}
          text={restored?.text ?? base.text}
          editing={{
            keepsBreaks: base.format.lineBreak === 'mixed',
            onChange: session.changed,
            onSave: () => void session.save(),
            onEscape: () => done.current?.focus(),
          }}
          onReady={(made) => {
            session.attach({ get: made.getText, set: made.setText });
            setCode(made);
            // The person may still be typing the name of a new file.
            if (!isTyping()) made.view.focus();
          }}
          renderFacts={() => <StatusWords status={status} isKept={isKept} />}
          actions={
            <div className={styles['actions']}>
              <Button
                tone="primary"
                isBusy={isSaving}
                disabled={code === undefined || !isUnsaved(status)}
                onClick={() => void session.save()}
              >
                {text('editor.save')}
              </Button>
              <Button ref={done} onClick={() => handle.leave(onDone)}>
                {text('editor.done')}
              </Button>
            </div>
          }
          notice={
            <EditorNotice
              fileName={node.name}
              status={status}
              session={session}
              isKept={isKept}
              isExact={base.isExact}
            />
          }
        />
      </div>
      {status.kind === 'conflict' && <ConflictView conflict={status.conflict} session={session} />}
      {next !== undefined && (
        <LeaveQuestion
          isSaving={isSaving}
          onSave={async () => {
            const isSaved = await session.save();
            setNext(undefined);
            if (!isSaved) return;
            letPass();
            next();
          }}
          onDiscard={async () => {
            await session.discard();
            letPass();
            next();
          }}
          onStay={() => {
            setNext(undefined);
            // Waits until the dialog has returned the focus.
            requestAnimationFrame(() => code?.view.focus());
          }}
        />
      )}
    </div>
  );
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea') === true;
}

/** Overrides the browser's save shortcut, even while a button has the focus. */
function useSaveKey(session: EditingSession): void {
  useKeyDown((event) => {
    if (commandOf(event) !== 's') return;
    event.preventDefault();
    void session.save();
  });
}
