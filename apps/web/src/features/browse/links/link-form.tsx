import { LIMITS, type PublicLink } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../api/error.ts';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { useFormats } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { dayOf, endOfDay, type ExpiryDays, expiryDays, isExpiryDay } from './link-expiry.ts';
import styles from './links.module.css';
import { useText } from './texts.ts';

export interface LinkFacts {
  readonly label: string;
  /** Undefined: stays as it is. */
  readonly password: string | null | undefined;
  /** Undefined: stays as it is. */
  readonly expiresAt: string | undefined;
  readonly downloadsMax: number | null;
}

interface LinkFormProps {
  readonly id: string;
  /** Undefined for a new link. */
  readonly link: PublicLink | undefined;
  readonly error: ApiError | undefined;
  readonly onSubmit: (facts: LinkFacts) => void;
}

type Field = 'password' | 'expiresAt' | 'downloadsMax';

export function LinkForm({ id, link, error, onSubmit }: LinkFormProps) {
  const text = useText();
  const formats = useFormats();
  const { ofField } = useErrorTexts();
  const [days] = useState(() => expiryDays(new Date()));
  const [wrong, setWrong] = useState<readonly Field[]>([]);
  const [isOpened, setOpened] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readForm(form, { link, days });
    setWrong(read.wrong);
    const [first] = read.wrong;
    if (first === undefined) onSubmit(read.facts);
    else form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const wordsFor = (field: Field, words: string): string | undefined =>
    wrong.includes(field) ? words : ofField(error, field);
  const hasPassword = link?.hasPassword === true;
  return (
    <form id={id} noValidate className={styles['form']} onSubmit={handleSubmit}>
      <TextField
        label={text('links.label')}
        hint={text('links.label.hint')}
        name="label"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for this first
        autoFocus
        maxLength={LIMITS.linkLabelLengthMax}
        defaultValue={link?.label ?? ''}
        error={ofField(error, 'label')}
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
        <TextField
          label={text('links.downloadsMax')}
          name="downloadsMax"
          inputMode="numeric"
          autoComplete="off"
          placeholder={text('links.noLimit')}
          defaultValue={link?.downloadsMax ?? ''}
          error={wordsFor(
            'downloadsMax',
            text('links.downloadsMax.wrong', { max: formats.number(LIMITS.linkDownloadsMax) }),
          )}
        />
      </div>
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

interface Reading {
  readonly facts: LinkFacts;
  readonly wrong: readonly Field[];
}

function readForm(
  form: HTMLFormElement,
  { link, days }: { readonly link: PublicLink | undefined; readonly days: ExpiryDays },
): Reading {
  const data = new FormData(form);
  const valueOf = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const password = valueOf('password');
  const day = valueOf('expiresAt');
  const isDayKept = link !== undefined && day === dayOf(new Date(link.expiresAt));
  const limit = valueOf('downloadsMax').trim();
  const downloadsMax = limit === '' ? null : Number(limit);
  const unchanged = link === undefined ? null : undefined;
  const wrong: Field[] = [];
  if (!isDayKept && !isExpiryDay(day, days)) wrong.push('expiresAt');
  if (downloadsMax !== null && !isDownloadLimit(downloadsMax)) wrong.push('downloadsMax');
  if (password !== '' && password.length < LIMITS.linkPasswordLengthMin) wrong.push('password');
  return {
    wrong,
    facts: {
      label: valueOf('label').trim(),
      password: data.has('isOpened') ? null : password === '' ? unchanged : password,
      expiresAt: isDayKept || wrong.includes('expiresAt') ? undefined : endOfDay(day).toISOString(),
      downloadsMax,
    },
  };
}

function isDownloadLimit(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= LIMITS.linkDownloadsMax;
}
