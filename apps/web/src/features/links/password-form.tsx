import { LIMITS } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { Lock } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { apiErrorOf, localError } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { guestLinkQuery, unlockLink } from '../../api/links/guest-link.ts';
import { ensure } from '../../api/calls/query-cache.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { GuestCard, GuestFrame } from './guest-frame.tsx';
import styles from './guest.module.css';
import { useText } from './texts.ts';

export function PasswordForm({ token }: { readonly token: string }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const cache = useQueryCache();
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const unlocking = useMutation(unlockLink);
  const title = text('guest.password.title');
  useFocusOnArrival(field);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    setMissing(password === '');
    setRefused(false);
    if (password === '') {
      field.current?.focus();
      return;
    }
    const { failure } = await unlocking.run(token, password);
    if (failure === undefined) {
      const [opened] = await Promise.allSettled([ensure(cache, guestLinkQuery(token), { isFresh: true })]);
      // A cookie grants access, and this browser did not send it back.
      setRefused(opened.status === 'rejected' && apiErrorOf(opened.reason).code === 'link_password_required');
    } else if (apiErrorOf(failure.cause).code === 'link_password_wrong') field.current?.select();
  };
  const error = unlocking.failure === undefined ? undefined : apiErrorOf(unlocking.failure.cause);
  const isWrong = error?.code === 'link_password_wrong';
  const problem = (): string | undefined => {
    if (isRefused) return ofError(localError('cookies_refused'));
    if (error === undefined || isWrong) return undefined;
    if (error.code !== 'too_many_tries') return ofError(error);
    return text('guest.password.tooMany', {
      minutes: Math.max(1, Math.ceil((error.retryAfterMs ?? MINUTE_MS) / MINUTE_MS)),
    });
  };
  const fieldError = isMissing ? text('guest.password.missing') : isWrong ? ofError(error) : undefined;
  return (
    <GuestFrame>
      <GuestCard icon={Lock}>
        <PageHeading title={title} takesFocus={false}>
          <span className={styles['voice']}>{title}</span>
        </PageHeading>
        <p className={styles['muted']}>{text('guest.password.intro')}</p>
        <form className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(event)}>
          <Refusal words={problem()} />
          <PasswordField
            ref={field}
            label={text('guest.password')}
            showLabel={text('guest.password.show')}
            hideLabel={text('guest.password.hide')}
            name="password"
            autoComplete="off"
            maxLength={LIMITS.passwordLengthMax}
            error={fieldError}
          />
          <Button type="submit" tone="primary" isWide isBusy={unlocking.isPending}>
            {text('guest.password.open')}
          </Button>
        </form>
        <p className={styles['note']}>{text('guest.password.note')}</p>
        <output className="visually-hidden">{fieldError}</output>
      </GuestCard>
    </GuestFrame>
  );
}
