import { useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { useOnline } from '../../../../lib/hooks/use-online.ts';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { useText } from '../texts.ts';
import { useEditingCalls } from './editing-calls.ts';
import { type EditingSession, type EditingStatus, isUnsaved } from './editing-session.ts';
import { GuestNotice } from './guest-notice.tsx';
import { KeepText } from './keep-text.tsx';
import styles from './text-editor.module.css';

interface StatusWordsProps {
  readonly status: EditingStatus;
  /** Whether this browser could store the draft. */
  readonly isKept: boolean;
}

export function StatusWords({ status, isKept }: StatusWordsProps) {
  const text = useText();
  const formats = useFormats();
  const isOnline = useOnline();
  return (
    <output className={styles['status']} data-kind={status.kind}>
      {status.kind === 'saved' && text('editor.status.saved', { time: formats.time(status.at) })}
      {status.kind === 'copied' &&
        text(status.copy.isInOwnFiles === true ? 'editor.status.copiedToFiles' : 'editor.status.copied', {
          name: status.copy.name,
        })}
      {status.kind === 'saving' && text('editor.status.saving')}
      {isUnsaved(status) &&
        status.kind !== 'saving' &&
        text(isOnline ? 'editor.status.changed' : isKept ? 'editor.status.offline' : 'editor.status.notKept')}
    </output>
  );
}

interface EditorNoticeProps {
  readonly fileName: string;
  readonly status: EditingStatus;
  readonly session: EditingSession;
  readonly isKept: boolean;
  readonly isExact: boolean;
}

export function EditorNotice({ fileName, status, session, isKept, isExact }: EditorNoticeProps) {
  const text = useText();
  const words = useErrorTexts();
  const { guest, saveCopy } = useEditingCalls();
  switch (status.kind) {
    case 'failed':
      return guest !== undefined ? (
        <GuestNotice
          fileName={fileName}
          error={status.error}
          session={session}
          isKept={isKept}
          unlock={guest.unlock}
        />
      ) : (
        <Banner
          tone="danger"
          isAlert
          title={text('editor.failed.title')}
          action={
            <div className={styles['choices']}>
              <Button onClick={() => void session.retry()}>{text('editor.failed.retry')}</Button>
              {!isKept && <KeepText fileName={fileName} session={session} />}
            </div>
          }
        >
          <p>{words.ofError(status.error)}</p>
          <p>{text(isKept ? 'editor.draft.kept' : 'editor.draft.notKept')}</p>
        </Banner>
      );
    case 'gone':
      return (
        <Banner
          tone="warning"
          isAlert
          title={text('editor.gone.title')}
          action={
            <div className={styles['choices']}>
              {saveCopy !== undefined && (
                <Button onClick={() => void session.saveCopy()}>{text('editor.gone.copy')}</Button>
              )}
              {!isKept && <KeepText fileName={fileName} session={session} />}
            </div>
          }
        >
          <p>{text(isKept ? 'editor.draft.kept' : 'editor.draft.notKept')}</p>
        </Banner>
      );
    case 'unencodable':
      return (
        <Banner
          tone="warning"
          isAlert
          title={text('editor.encoding.title')}
          action={<Button onClick={() => void session.saveAsUtf8()}>{text('editor.encoding.save')}</Button>}
        >
          <p>{text('editor.encoding.text')}</p>
        </Banner>
      );
    case 'unchanged':
    case 'changed':
    case 'saving':
    case 'saved':
    case 'copied':
    case 'conflict':
      return isExact ? null : (
        <Banner tone="warning">
          {text(guest === undefined ? 'editor.inexact' : 'editor.inexact.guest')}
        </Banner>
      );
  }
}
