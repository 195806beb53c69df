import { LIMITS, REQUEST_KINDS, type RequestView } from '@coffer/contracts';
import { useFormats } from '../../../lib/language/format.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from './links.module.css';
import { BYTES_OF_UNIT, type LinkField } from './read-link-form.ts';
import { useText } from './texts.ts';

interface RequestFieldsProps {
  /** Undefined for a new request. */
  readonly request: RequestView | undefined;
  /** What an edit link opens. A single file has only one kind, so the form does not ask for kinds. */
  readonly editOf: 'file' | 'folder' | undefined;
  readonly wordsFor: (field: LinkField, words: string) => string | undefined;
}

/** Fields that limit what guests may add. */
export function RequestFields({ request, editOf, wordsFor }: RequestFieldsProps) {
  const text = useText();
  const { number } = useFormats();
  const size = request?.bytesMax ?? null;
  return (
    <>
      {editOf !== undefined && <p className={styles['muted']}>{text(`links.edit.limits.${editOf}`)}</p>}
      <div className={styles['pair']}>
        <TextField
          label={text(editOf === 'file' ? 'links.edit.versionsMax' : 'links.request.filesMax')}
          name="filesMax"
          inputMode="numeric"
          autoComplete="off"
          placeholder={text('links.noLimit')}
          defaultValue={request?.filesMax ?? ''}
          error={wordsFor(
            'filesMax',
            text('links.downloadsMax.wrong', { max: number(LIMITS.requestFilesMax) }),
          )}
        />
        <TextField
          label={text('links.request.sizeMax')}
          name="sizeMax"
          inputMode="decimal"
          autoComplete="off"
          placeholder={text('links.noLimit')}
          defaultValue={size === null ? '' : size / BYTES_OF_UNIT}
          error={wordsFor('sizeMax', text('links.request.sizeMax.wrong'))}
        />
      </div>
      {editOf !== 'file' && (
        <fieldset className={styles['choices']}>
          <legend>{text('links.request.kinds')}</legend>
          {REQUEST_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              name={`kind.${kind}`}
              defaultChecked={request?.kinds.includes(kind) === true}
            >
              {text(`links.request.kind.${kind}`)}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface RequestFieldProps {
  /** Undefined for a new request. */
  readonly request: RequestView | undefined;
}

export function MessageField({ request }: RequestFieldProps) {
  const text = useText();
  return (
    <Field label={text('links.request.message')} hint={text('links.request.message.hint')}>
      {(ids) => (
        <textarea
          {...ids}
          name="message"
          rows={3}
          dir="auto"
          maxLength={LIMITS.requestMessageLengthMax}
          defaultValue={request?.message ?? ''}
          className={styles['message']}
        />
      )}
    </Field>
  );
}

export function AskedFields({ request }: RequestFieldProps) {
  const text = useText();
  return (
    <fieldset className={styles['choices']}>
      <legend>{text('links.request.asks')}</legend>
      <Checkbox name="asksName" defaultChecked={request?.asksName ?? true}>
        {text('links.request.asksName')}
      </Checkbox>
      <Checkbox name="asksEmail" defaultChecked={request?.asksEmail ?? false}>
        {text('links.request.asksEmail')}
      </Checkbox>
    </fieldset>
  );
}
