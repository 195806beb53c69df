import { useRef } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { sendNewPassword } from '../../../api/session/one-time-links.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { AccountPage, passwordOf } from '../accounts/account-page.tsx';
import { useAccountForm } from '../accounts/use-account-form.ts';
import { isPasswordLongEnough, NewPasswordField } from '../steps/new-password-field.tsx';
import { AddressField } from './address-field.tsx';
import type { LinkFormProps } from './link-form-props.ts';
import { isDeadEnd } from './link-dead-end.tsx';
import { useText } from './texts.ts';

export function NewPasswordForm({ code, link, notice, onRefused, onUsed }: LinkFormProps) {
  const text = useText();
  const { ofField } = useErrorTexts();
  const { isBusy, wanting, error, send } = useAccountForm();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const handleSubmit = async (form: HTMLFormElement): Promise<void> => {
    const password = passwordOf(form);
    const missing = isPasswordLongEnough(password) ? [] : ['new-password'];
    await send(form, missing, async () => {
      const used = await sendNewPassword({ code, password });
      if (used.ok) await onUsed(used.value.username, password);
      else if (isDeadEnd(used.error.code)) onRefused(used.error);
      return used;
    });
  };
  return (
    <AccountPage
      title={text('link.reset.title')}
      intro={text('link.reset.intro')}
      notice={notice}
      submitLabel={text('link.reset.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={handleSubmit}
    >
      <AddressField email={link.email} />
      <NewPasswordField
        ref={field}
        label={text('link.reset.password')}
        isRefusedAsShort={wanting.includes('new-password')}
        error={ofField(error, 'password')}
        refusal={error}
      />
    </AccountPage>
  );
}
