import { type FormEvent, useRef } from 'react';
import { type ApiError, apiErrorOf } from '../../../../api/calls/error.ts';
import { type ErrorTexts, useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { useMutation } from '../../../../api/calls/use-mutation.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { PasswordField } from '../../../../ui/controls/password-field.tsx';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { useText } from '../texts.ts';
import type { EditingSession } from './editing-session.ts';
import { DownloadText, KeepText } from './keep-text.tsx';
import styles from './text-editor.module.css';
import { isOfEndedLink } from './use-editing-session.ts';

interface GuestNoticeProps {
  readonly fileName: string;
  readonly error: ApiError;
  readonly session: EditingSession;
  readonly isKept: boolean;
  readonly unlock: (password: string) => Promise<void>;
}

/** Tells a guest why saving failed. The text can always be downloaded. */
export function GuestNotice({ fileName, error, session, isKept, unlock }: GuestNoticeProps) {
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
          {!isLocked && <Button onClick={() => void session.retry()}>{text('editor.failed.retry')}</Button>}
          {hasEnded || !isKept ? (
            <KeepText fileName={fileName} session={session} />
          ) : (
            <DownloadText fileName={fileName} session={session} />
          )}
        </div>
      }
    >
      <p>{reasonOf(error, text, words)}</p>
      <p>{text(hasEnded ? 'editor.ended.text' : isKept ? 'editor.draft.kept' : 'editor.draft.notKept')}</p>
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
