import { useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { useOnline } from '../../../../lib/hooks/use-online.ts';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { useText } from '../texts.ts';
import { useEditingCalls } from './editing-calls.ts';
import { type EditingSession, type EditingStatus, isUnsaved } from './editing-session.ts';
import { GuestNotice } from './guest-notice.tsx';
import styles from './text-editor.module.css';

export function StatusWords({ status }: { readonly status: EditingStatus }) {
  const text = useText();
  const formats = useFormats();
  const isOnline = useOnline();
  return (
    <output className={styles['status']} data-kind={status.kind}>
      {status.kind === 'saved' && text('editor.status.saved', { time: formats.time(status.at) })}
      {status.kind === 'copied' && text('editor.status.copied', { name: status.name })}
      {status.kind === 'saving' && text('editor.status.saving')}
      {isUnsaved(status) &&
        status.kind !== 'saving' &&
        text(isOnline ? 'editor.status.changed' : 'editor.status.offline')}
    </output>
  );
}

interface EditorNoticeProps {
  readonly fileName: string;
  readonly status: EditingStatus;
  readonly session: EditingSession;
  readonly isExact: boolean;
}

export function EditorNotice({ fileName, status, session, isExact }: EditorNoticeProps) {
  const text = useText();
  const words = useErrorTexts();
  const { guest, saveCopy } = useEditingCalls();
  switch (status.kind) {
    case 'failed':
      return guest !== undefined ? (
        <GuestNotice fileName={fileName} error={status.error} session={session} unlock={guest.unlock} />
      ) : (
        <Banner
          tone="danger"
          isAlert
          title={text('editor.failed.title')}
          action={<Button onClick={() => void session.save()}>{text('editor.failed.retry')}</Button>}
        >
          <p>{words.ofError(status.error)}</p>
          <p>{text('editor.draft.kept')}</p>
        </Banner>
      );
    case 'gone':
      return (
        <Banner
          tone="warning"
          isAlert
          title={text('editor.gone.title')}
          action={
            saveCopy !== undefined && (
              <Button onClick={() => void session.saveCopy()}>{text('editor.gone.copy')}</Button>
            )
          }
        >
          <p>{text('editor.draft.kept')}</p>
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
