import { type BucketSource, LIMITS } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { DialogActions } from '../../ui/overlays/index.ts';
import { Form, Muted } from '../../ui/page/stack.tsx';
import styles from './bucket-import.module.css';
import { useText } from './texts.ts';

interface SourceFormProps {
  /** What was entered before. */
  readonly source: BucketSource | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly isPending: boolean;
  readonly onLook: (source: BucketSource) => void;
  readonly onClose: () => void;
}

const FIELDS = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'] as const;
const ISSUES = {
  endpoint: /^(https?:\/\/[^\s/]+\/?)?$/i,
  region: /^[a-z0-9-]+$/,
  bucket: /^[a-z0-9][\w.-]+$/i,
};

export function SourceForm({ source, failure, isPending, onLook, onClose }: SourceFormProps) {
  const text = useText();
  const words = useErrorTexts();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  useFocusOnArrival(first);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const error = failure === undefined ? undefined : apiErrorOf(failure.cause);
  const ofFields = FIELDS.map((name) => words.ofField(error, name));
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const read = (name: (typeof FIELDS)[number]): string => {
      const value = entries.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const asked = {
      endpoint: read('endpoint'),
      region: read('region') || 'us-east-1',
      bucket: read('bucket'),
      prefix: folderPrefix(read('prefix')),
      accessKeyId: read('accessKeyId'),
      secretAccessKey: read('secretAccessKey'),
    };
    const failed = (['endpoint', 'region', 'bucket'] as const).filter(
      (name) => !ISSUES[name].test(asked[name]),
    );
    setWrong(new Set(failed));
    const field = failed[0] === undefined ? undefined : form.current?.elements.namedItem(failed[0]);
    if (field instanceof HTMLInputElement) field.focus();
    else if (!isPending) onLook(asked);
  };
  const fieldOf = (name: 'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKeyId') => ({
    name,
    dir: 'ltr' as const,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: LIMITS.bucketFieldLengthMax,
    defaultValue: source?.[name] ?? '',
  });
  return (
    <Form ref={form} onSubmit={handleSubmit}>
      <Refusal words={ofFields.some((each) => each !== undefined) ? undefined : words.ofFailure(failure)} />
      <Muted>{text('bucketImport.what')}</Muted>
      <TextField
        {...fieldOf('endpoint')}
        ref={first}
        inputMode="url"
        placeholder="https://"
        label={text('bucketImport.endpoint')}
        hint={text('bucketImport.endpoint.hint')}
        error={wrong.has('endpoint') ? text('bucketImport.endpoint.wrong') : ofFields[0]}
      />
      <div className={styles['pair']}>
        <TextField
          {...fieldOf('bucket')}
          label={text('bucketImport.bucket')}
          error={wrong.has('bucket') ? text('bucketImport.bucket.wrong') : ofFields[2]}
        />
        <TextField
          {...fieldOf('region')}
          placeholder="us-east-1"
          label={text('bucketImport.region')}
          error={wrong.has('region') ? text('bucketImport.region.wrong') : ofFields[1]}
        />
      </div>
      <TextField
        {...fieldOf('prefix')}
        label={text('bucketImport.prefix')}
        hint={text('bucketImport.prefix.hint')}
        error={ofFields[3]}
      />
      <TextField
        {...fieldOf('accessKeyId')}
        label={text('bucketImport.accessKeyId')}
        hint={text('bucketImport.accessKeyId.hint')}
        error={ofFields[4]}
      />
      <PasswordField
        name="secretAccessKey"
        dir="ltr"
        autoComplete="off"
        maxLength={LIMITS.bucketFieldLengthMax}
        defaultValue={source?.secretAccessKey ?? ''}
        label={text('bucketImport.secret')}
        hint={text('bucketImport.secret.hint')}
        showLabel={text('bucketImport.secret.show')}
        hideLabel={text('bucketImport.secret.hide')}
        error={ofFields[5]}
      />
      <DialogActions>
        <Button onClick={onClose}>{text('bucketImport.cancel')}</Button>
        <Button type="submit" tone="primary" isBusy={isPending}>
          {text('bucketImport.look')}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Without a slash at its end, the prefix would also fit names that begin like the folder. */
function folderPrefix(folder: string): string {
  const path = folder.replace(/^\/+/, '');
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}
