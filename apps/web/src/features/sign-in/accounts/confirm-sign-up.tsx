import { useRef } from 'react';
import { confirmSignUp, resendSignUp } from '../../../api/session/accounts.ts';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { keepName, knownName } from '../known-name.ts';
import { AccountPage, fieldOf, focusFirst } from './account-page.tsx';
import { CodeFields, missingOf } from './code-fields.tsx';
import { SendAgain } from './send-again.tsx';
import { useText } from './texts.ts';
import { useAccountForm } from './use-account-form.ts';
import { useCodeRefusal } from './use-code-refusal.ts';
import { useSentTo } from './use-sent-to.ts';

/** `/sign-up/confirm` */
export function ConfirmSignUp() {
  const text = useText();
  const fields = useRef<HTMLDivElement>(null);
  const { isBusy, wanting, error, send } = useAccountForm();
  const { codeError, pageError } = useCodeRefusal(error);
  const intro = useSentTo();
  const handleSubmit = async (form: HTMLFormElement): Promise<void> => {
    const username = fieldOf(form, 'username');
    const code = asciiDigits(fieldOf(form, 'code'));
    const isDone = await send(form, missingOf({ username, code }), () => confirmSignUp({ username, code }));
    if (!isDone) return;
    keepName(username, 'confirmed');
    navigate('/sign-in', { isReplacing: true });
  };
  const sendAgain = () => {
    const form = fields.current?.closest('form');
    if (!form) return undefined;
    const username = fieldOf(form, 'username');
    if (username !== '') return resendSignUp({ username });
    focusFirst(form, ['username']);
    return undefined;
  };
  return (
    <AccountPage
      title={text('accounts.confirm.title')}
      intro={intro}
      submitLabel={text('accounts.confirm.submit')}
      isBusy={isBusy}
      error={pageError}
      onSubmit={handleSubmit}
      more={<SendAgain onSend={sendAgain} />}
    >
      <div ref={fields} hidden />
      <CodeFields username={knownName().username} wanting={wanting} codeError={codeError} />
    </AccountPage>
  );
}
