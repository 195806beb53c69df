import { confirmReset } from '../../../api/session/accounts.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Link } from '../../../ui/controls/link.tsx';
import { keepName, knownName } from '../known-name.ts';
import styles from '../sign-in.module.css';
import { isPasswordLongEnough, NewPasswordField } from '../steps/new-password-field.tsx';
import { AccountPage, fieldOf, passwordOf } from './account-page.tsx';
import { CodeFields, missingOf } from './code-fields.tsx';
import { useText } from './texts.ts';
import { useAccountForm } from './use-account-form.ts';
import { useCodeRefusal } from './use-code-refusal.ts';
import { useSentTo } from './use-sent-to.ts';

/** `/reset/confirm` */
export function ConfirmReset() {
  const text = useText();
  const { ofField } = useErrorTexts();
  const { isBusy, wanting, error, send } = useAccountForm();
  const { codeError, pageError } = useCodeRefusal(error);
  const intro = useSentTo();
  const handleSubmit = async (form: HTMLFormElement): Promise<void> => {
    const username = fieldOf(form, 'username');
    const code = asciiDigits(fieldOf(form, 'code'));
    const password = passwordOf(form);
    const missing = [
      ...missingOf({ username, code }),
      ...(isPasswordLongEnough(password) ? [] : ['new-password']),
    ];
    if (!(await send(form, missing, () => confirmReset({ username, code, password })))) return;
    form.reset();
    keepName(username, 'reset');
    navigate('/sign-in', { isReplacing: true });
  };
  return (
    <AccountPage
      title={text('accounts.newPassword.title')}
      intro={intro}
      submitLabel={text('accounts.newPassword.submit')}
      isBusy={isBusy}
      error={pageError}
      onSubmit={handleSubmit}
      more={
        <p className={styles['doors']}>
          <Link href="/reset">{text('accounts.sendAgain')}</Link>
        </p>
      }
    >
      <CodeFields username={knownName().username} wanting={wanting} codeError={codeError} />
      <NewPasswordField
        label={text('accounts.newPassword.label')}
        isRefusedAsShort={wanting.includes('new-password')}
        error={ofField(error, 'password')}
        refusal={error}
      />
    </AccountPage>
  );
}
