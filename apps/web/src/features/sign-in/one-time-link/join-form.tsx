import { useRef } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { acceptInvitation } from '../../../api/session/one-time-links.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { AccountPage, fieldOf, passwordOf } from '../accounts/account-page.tsx';
import { useAccountForm } from '../accounts/use-account-form.ts';
import { isPasswordLongEnough, NewPasswordField } from '../steps/new-password-field.tsx';
import { AddressField } from './address-field.tsx';
import { JoinWithIssuer } from './join-with-issuer.tsx';
import type { LinkFormProps } from './link-form-props.ts';
import { isDeadEnd } from './link-dead-end.tsx';
import { useText } from './texts.ts';

export function JoinForm({ code, link, notice, onLeave, onRefused, onUsed }: LinkFormProps) {
  const text = useText();
  const { ofField } = useErrorTexts();
  const { isBusy, wanting, error, send } = useAccountForm();
  const first = useRef<HTMLInputElement>(null);
  useFocusOnArrival(first);
  const handleSubmit = async (form: HTMLFormElement): Promise<void> => {
    const name = fieldOf(form, 'name');
    const password = passwordOf(form);
    const missing = [
      ...(name === '' ? ['name'] : []),
      ...(isPasswordLongEnough(password) ? [] : ['new-password']),
    ];
    await send(form, missing, async () => {
      const used = await acceptInvitation({ code, name, password });
      if (used.ok) await onUsed(used.value.username, password);
      else if (isDeadEnd(used.error.code)) onRefused(used.error);
      return used;
    });
  };
  return (
    <AccountPage
      title={text('link.join.title')}
      intro={
        link.invitedBy === null
          ? text('link.join.invited')
          : text('link.join.invitedBy', { name: link.invitedBy })
      }
      notice={notice}
      submitLabel={text('link.join.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={handleSubmit}
      more={
        link.issuers.length > 0 && <JoinWithIssuer issuers={link.issuers} isAlternative onLeave={onLeave} />
      }
    >
      <AddressField email={link.email} />
      <TextField
        ref={link.name === '' ? first : undefined}
        name="name"
        label={text('link.join.name')}
        autoComplete="name"
        maxLength={100}
        defaultValue={link.name}
        error={wanting.includes('name') ? text('link.join.nameMissing') : ofField(error, 'name')}
      />
      <NewPasswordField
        {...(link.name === '' ? {} : { ref: first })}
        label={text('link.join.password')}
        isRefusedAsShort={wanting.includes('new-password')}
        error={ofField(error, 'password')}
        refusal={error}
      />
    </AccountPage>
  );
}
