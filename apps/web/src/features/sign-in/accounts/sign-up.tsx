import { isEmail } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { useRef } from 'react';
import { signUp } from '../../../api/session/accounts.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { keepName, knownName } from '../known-name.ts';
import { isPasswordLongEnough, NewPasswordField } from '../steps/new-password-field.tsx';
import { AccountPage, fieldOf, passwordOf } from './account-page.tsx';
import { useText } from './texts.ts';
import { useAccountForm } from './use-account-form.ts';

/** `/sign-up` */
export function SignUp() {
  const text = useText();
  const { ofField } = useErrorTexts();
  const first = useRef<HTMLInputElement>(null);
  useFocusOnArrival(first);
  const { isBusy, wanting, error, send } = useAccountForm();
  const handleSubmit = async (form: HTMLFormElement): Promise<void> => {
    const name = fieldOf(form, 'name');
    const email = fieldOf(form, 'email');
    const password = passwordOf(form);
    const missing = [
      ...(name === '' ? ['name'] : []),
      ...(isEmail(email) ? [] : ['email']),
      ...(isPasswordLongEnough(password) ? [] : ['new-password']),
    ];
    const isSent = await send(form, missing, async () => {
      const sent = await signUp({ name, email, password });
      // Treats a taken name as success, so that accounts cannot be enumerated. Only its owner is informed, by mail.
      return !sent.ok && sent.error.code === 'name_taken' ? ok(undefined) : sent;
    });
    if (!isSent) return;
    keepName(email);
    navigate('/sign-up/confirm');
  };
  return (
    <AccountPage
      title={text('accounts.signUp.title')}
      intro={text('accounts.signUp.intro')}
      submitLabel={text('accounts.signUp.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={handleSubmit}
    >
      <TextField
        ref={first}
        name="name"
        label={text('accounts.name')}
        autoComplete="name"
        maxLength={100}
        error={wanting.includes('name') ? text('accounts.nameMissing') : ofField(error, 'name')}
      />
      <TextField
        type="email"
        name="email"
        label={text('accounts.email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={knownName().username}
        error={wanting.includes('email') ? text('accounts.emailWrong') : ofField(error, 'email')}
      />
      <NewPasswordField
        label={text('accounts.password')}
        isRefusedAsShort={wanting.includes('new-password')}
        error={ofField(error, 'password')}
        refusal={error}
      />
    </AccountPage>
  );
}
