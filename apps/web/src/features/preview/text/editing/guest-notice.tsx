import { Check, Copy, Download } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '../../../../api/calls/error.ts';
import { type ErrorTexts, useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { useMutation } from '../../../../api/calls/use-mutation.ts';
import { copyText } from '../../../../lib/copy-text.ts';
import { saveFile } from '../../../../lib/downloads/save-file.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { PasswordField } from '../../../../ui/controls/password-field.tsx';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { useText } from '../texts.ts';
import type { EditingSession } from './editing-session.ts';
import styles from './text-editor.module.css';
import { isOfEndedLink } from './use-editing-session.ts';

interface GuestNoticeProps {
  readonly fileName: string;
  readonly error: ApiError;
  readonly session: EditingSession;
  readonly unlock: (password: string) => Promise<void>;
}

/** Tells a guest why saving failed. The text can always be downloaded. */
export function GuestNotice({ fileName, error, session, unlock }: GuestNoticeProps) {
  const text = useText();
  const words = useErrorTexts();
  const hasEnded = isOfEndedLink(error);
  const isLocked = error.code === 'link_password_required';
  return (
    <Banner
      tone="danger"
      isAlert
      title={text(hasEnded ? 'editor.ended.title' : 'editor.failed.title')}
      action={
        <div className={styles['choices']}>
          {!isLocked && <Button onClick={() => void session.save()}>{text('editor.failed.retry')}</Button>}
          {hasEnded && <CopyText session={session} />}
          <Button
            icon={Download}
            onClick={() => saveFile(fileName, session.getText(), 'text/plain;charset=utf-8')}
          >
            {text('editor.ended.download')}
          </Button>
        </div>
      }
    >
      <p>{reasonOf(error, text, words)}</p>
      <p>{text(hasEnded ? 'editor.ended.text' : 'editor.draft.kept')}</p>
      {isLocked && <Unlock session={session} unlock={unlock} />}
    </Banner>
  );
}

/** The general error texts address people with an account, or guests of file requests. */
function reasonOf(error: ApiError, text: ReturnType<typeof useText>, words: ErrorTexts): string {
  if (error.code === 'request_full') return text('editor.guest.full');
  if (error.code === 'quota_exceeded') return text('editor.guest.noRoom');
  return words.ofError(error);
}

function CopyText({ session }: Pick<GuestNoticeProps, 'session'>) {
  const text = useText();
  const [result, setResult] = useState<'text.copied' | 'text.notCopied'>();
  const copy = async (): Promise<void> => {
    setResult((await copyText(session.getText())) ? 'text.copied' : 'text.notCopied');
  };
  return (
    <>
      <output className={result === 'text.notCopied' ? styles['said'] : 'visually-hidden'}>
        {result !== undefined && text(result)}
      </output>
      <Button icon={result === 'text.copied' ? Check : Copy} onClick={() => void copy()}>
        {text('editor.ended.copy')}
      </Button>
    </>
  );
}

/** Asks for the link's password if one was set in the meantime, or the last entry has expired. */
function Unlock({ session, unlock }: Pick<GuestNoticeProps, 'session' | 'unlock'>) {
  const text = useText();
  const words = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  const unlocking = useMutation(unlock);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password === '' || unlocking.isPending) return;
    const { failure } = await unlocking.run(password);
    if (failure === undefined) await session.save();
    else field.current?.select();
  };
  return (
    <form className={styles['unlock']} noValidate onSubmit={(event) => void handleSubmit(event)}>
      <PasswordField
        ref={field}
        label={text('editor.password')}
        showLabel={text('editor.password.show')}
        hideLabel={text('editor.password.hide')}
        autoComplete="off"
        error={
          unlocking.failure === undefined ? undefined : words.ofError(apiErrorOf(unlocking.failure.cause))
        }
      />
      <Button type="submit" tone="primary" isBusy={unlocking.isPending}>
        {text('editor.password.open')}
      </Button>
    </form>
  );
}
