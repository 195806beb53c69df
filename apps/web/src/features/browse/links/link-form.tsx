import { LIMITS, type OperationResponse, type PublicLink } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import { dayOf, endOfDay, expiryDays } from './link-expiry.ts';
import styles from './links.module.css';
import { type LinkFacts, type LinkField, readLinkForm, type ShareKind } from './read-link-form.ts';
import { AskedFields, MessageField, RequestFields } from './request-fields.tsx';
import { MoreOptions, showField } from './more-options.tsx';
import { useText } from './texts.ts';

const KINDS = ['view', 'download', 'edit'] as const satisfies readonly ShareKind[];

interface LinkFormProps {
  readonly id: string;
  /** Undefined for a new link. */
  readonly link: PublicLink | undefined;
  readonly isRequest: boolean;
  readonly isFolder: boolean;
  readonly policy: OperationResponse<'listNodeLinks'>['policy'];
  readonly error: ApiError | undefined;
  readonly onSubmit: (facts: LinkFacts) => void;
}

export function LinkForm({ id, link, isRequest, isFolder, policy, error, onSubmit }: LinkFormProps) {
  const text = useText();
  const formats = useFormats();
  const { ofField } = useErrorTexts();
  const [days] = useState(() => expiryDays(new Date(), policy.daysMax));
  const [chosen, setChosen] = useState<ShareKind>('download');
  const kind = link?.kind ?? (isRequest ? 'request' : chosen);
  const [wrong, setWrong] = useState<readonly LinkField[]>([]);
  const [isOpened, setOpened] = useState(false);
  const [isMissing, setMissing] = useState(policy.needsPassword);
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readLinkForm(form, { link, days, kind, needsPassword: policy.needsPassword });
    setWrong(read.wrong);
    const [first] = read.wrong;
    if (first === undefined) onSubmit(read.facts);
    else showField(form.querySelector<HTMLInputElement>(`[name="${first}"]`));
  };
  /** A changed field is no longer marked as wrong. */
  const handleInput = ({ target }: FormEvent): void => {
    if (target instanceof HTMLInputElement) setWrong(wrong.filter((field) => field !== target.name));
  };
  const wordsFor = (field: LinkField, words: string): string | undefined =>
    wrong.includes(field) ? words : ofField(error, field);
  const hasPassword = link?.hasPassword === true;
  const labelField = <LabelField link={link} kind={kind} wordsFor={wordsFor} />;
  return (
    <form id={id} noValidate className={styles['form']} onInput={handleInput} onSubmit={handleSubmit}>
      {link === undefined && !isRequest && (
        <ChoiceGroup
          label={text('links.kind')}
          value={chosen}
          choices={KINDS.map((value) => ({
            value,
            label: text(`links.kind.${value}`),
            hint: text(
              value === 'edit' && !isFolder ? 'links.kind.edit.hint.file' : `links.kind.${value}.hint`,
            ),
          }))}
          isFocusedFirst
          onChange={setChosen}
        />
      )}
      {isRequest && labelField}
      {isRequest && <MessageField request={link?.request ?? undefined} />}
      <div className={styles['pair']}>
        <TextField
          label={text('links.expires')}
          name="expiresAt"
          type="date"
          dir="ltr"
          required
          hint={
            policy.daysMax < LIMITS.linkLifeMaxMs / DAY_MS
              ? text('links.expires.policy', { count: policy.daysMax })
              : undefined
          }
          min={days.first}
          max={days.last}
          defaultValue={link === undefined ? days.usual : dayOf(new Date(link.expiresAt))}
          error={wordsFor(
            'expiresAt',
            text('links.expires.wrong', { date: formats.date(endOfDay(days.last)) }),
          )}
        />
        {!isOpened && (
          <PasswordField
            label={text(
              hasPassword
                ? 'links.newPassword'
                : policy.needsPassword
                  ? 'links.password.needed'
                  : 'links.password',
            )}
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
              isMissing
                ? text('links.password.missing')
                : text('links.password.short', { min: formats.number(LIMITS.linkPasswordLengthMin) }),
            )}
            onInput={({ currentTarget }) => setMissing(currentTarget.value === '')}
          />
        )}
      </div>
      {hasPassword && !policy.needsPassword && (
        <Checkbox
          name="isOpened"
          checked={isOpened}
          onChange={({ currentTarget }) => setOpened(currentTarget.checked)}
        >
          {text('links.password.remove')}
        </Checkbox>
      )}
      {isRequest && <AskedFields request={link?.request ?? undefined} />}
      <MoreOptions isOpen={link !== undefined}>
        {!isRequest && labelField}
        {kind === 'download' && <LimitFields link={link} wordsFor={wordsFor} />}
        {(isRequest || kind === 'edit') && (
          <RequestFields
            request={link?.request ?? undefined}
            editOf={kind === 'edit' ? (isFolder ? 'folder' : 'file') : undefined}
            wordsFor={wordsFor}
          />
        )}
      </MoreOptions>
    </form>
  );
}

interface LabelFieldProps {
  readonly link: PublicLink | undefined;
  readonly kind: PublicLink['kind'];
  readonly wordsFor: (field: LinkField, words: string) => string | undefined;
}

/** The title of a file request, or the label that members see for another link. */
function LabelField({ link, kind, wordsFor }: LabelFieldProps) {
  const text = useText();
  const isRequest = kind === 'request';
  const hint = kind === 'edit' ? 'links.label.hint.edit' : 'links.label.hint';
  return (
    <TextField
      label={text(isRequest ? 'links.request.title' : 'links.label')}
      hint={text(isRequest ? 'links.request.title.hint' : hint)}
      name="label"
      autoComplete="off"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog begins with this field
      autoFocus={isRequest || link !== undefined}
      maxLength={LIMITS.linkLabelLengthMax}
      defaultValue={link?.label ?? ''}
      error={wordsFor('label', text('links.request.title.missing'))}
    />
  );
}
