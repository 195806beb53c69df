import { useRef } from 'react';
import { resetPassword } from '../../../api/session/accounts.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { keepName, knownName } from '../known-name.ts';
import { AccountPage, fieldOf } from './account-page.tsx';
import { useText } from './texts.ts';
import { useAccountForm } from './use-account-form.ts';

/** `/reset` */
export function Reset() {
  const text = useText();
  const { ofField } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const { isBusy, wanting, error, send } = useAccountForm();
  const handleSubmit = async (form: HTMLFormElement): Promise<void> => {
    const username = fieldOf(form, 'username');
    const missing = username === '' ? ['username'] : [];
    if (!(await send(form, missing, () => resetPassword({ username })))) return;
    // Showing the destination would reveal whether the account exists.
    keepName(username);
    navigate('/reset/confirm');
  };
  return (
    <AccountPage
      title={text('accounts.reset.title')}
      intro={text('accounts.reset.intro')}
      submitLabel={text('accounts.reset.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={handleSubmit}
    >
      <TextField
        ref={field}
        name="username"
        label={text('accounts.email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        defaultValue={knownName().username}
        error={wanting.includes('username') ? text('accounts.emailWrong') : ofField(error, 'username')}
      />
    </AccountPage>
  );
}
