import { LIMITS, type PublicLink } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import { dayOf, endOfDay, expiryDays } from './link-expiry.ts';
import styles from './links.module.css';
import { type LinkFacts, type LinkField, readLinkForm } from './read-link-form.ts';
import { RequestFields } from './request-fields.tsx';
import { useText } from './texts.ts';

interface LinkFormProps {
  readonly id: string;
  /** Undefined for a new link. */
  readonly link: PublicLink | undefined;
  readonly isRequest: boolean;
  readonly error: ApiError | undefined;
  readonly onSubmit: (facts: LinkFacts) => void;
}

export function LinkForm({ id, link, isRequest, error, onSubmit }: LinkFormProps) {
  const text = useText();
  const formats = useFormats();
  const { ofField } = useErrorTexts();
  const [days] = useState(() => expiryDays(new Date()));
  const [wrong, setWrong] = useState<readonly LinkField[]>([]);
  const [isOpened, setOpened] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readLinkForm(form, { link, days, isRequest });
    setWrong(read.wrong);
    const [first] = read.wrong;
    if (first === undefined) onSubmit(read.facts);
    else form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const wordsFor = (field: LinkField, words: string): string | undefined =>
    wrong.includes(field) ? words : ofField(error, field);
  const hasPassword = link?.hasPassword === true;
  return (
    <form id={id} noValidate className={styles['form']} onSubmit={handleSubmit}>
      <TextField
        label={text(isRequest ? 'links.request.title' : 'links.label')}
        hint={text(isRequest ? 'links.request.title.hint' : 'links.label.hint')}
        name="label"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for this first
        autoFocus
        maxLength={LIMITS.linkLabelLengthMax}
        defaultValue={link?.label ?? ''}
        error={wordsFor('label', text('links.request.title.missing'))}
      />
      <div className={styles['pair']}>
        <TextField
          label={text('links.expires')}
          name="expiresAt"
          type="date"
          dir="ltr"
          required
          min={days.first}
          max={days.last}
          defaultValue={link === undefined ? days.usual : dayOf(new Date(link.expiresAt))}
          error={wordsFor(
            'expiresAt',
            text('links.expires.wrong', { date: formats.date(endOfDay(days.last)) }),
          )}
        />
      </div>
      {!isRequest && <LimitFields link={link} wordsFor={wordsFor} />}
      {isRequest && <RequestFields request={link?.request ?? undefined} wordsFor={wordsFor} />}
      {!isOpened && (
        <PasswordField
          label={text(hasPassword ? 'links.newPassword' : 'links.password')}
          hint={text(hasPassword ? 'links.newPassword.hint' : 'links.password.hint', {
            min: formats.number(LIMITS.linkPasswordLengthMin),
          })}
          showLabel={text('links.password.show')}
          hideLabel={text('links.password.hide')}
          name="password"
          autoComplete="new-password"
          maxLength={LIMITS.passwordLengthMax}
          error={wordsFor(
            'password',
            text('links.password.short', { min: formats.number(LIMITS.linkPasswordLengthMin) }),
          )}
        />
      )}
      {hasPassword && (
        <Checkbox
          name="isOpened"
          checked={isOpened}
          onChange={({ currentTarget }) => setOpened(currentTarget.checked)}
        >
          {text('links.password.remove')}
        </Checkbox>
      )}
    </form>
  );
}
