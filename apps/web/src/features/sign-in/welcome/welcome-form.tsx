import { isEmail } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { createAdministrator } from '../../../api/session/sign-in.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { isPasswordLongEnough, NewPasswordField } from '../steps/new-password-field.tsx';
import styles from '../sign-in.module.css';
import { useNewPasswordSignIn } from '../use-new-password-sign-in.ts';
import { useText } from './texts.ts';

type Face =
  | { readonly at: 'open'; readonly error?: ApiError; readonly wanting: readonly Wanting[] }
  | { readonly at: 'busy' };

type Wanting = 'name' | 'email' | 'password';

interface WelcomeFormProps {
  readonly code: string;
  /** Called even if the sign-in fails. */
  readonly onCreated: () => void;
  readonly onSignedIn: () => Promise<boolean>;
}

export function WelcomeForm({ code, onCreated, onSignedIn }: WelcomeFormProps) {
  const [face, setFace] = useState<Face>({ at: 'open', wanting: [] });
  const form = useRef<HTMLFormElement>(null);
  const { failure, signIn } = useNewPasswordSignIn(onSignedIn);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (face.at === 'busy') return;
    const { name, email, password } = readForm(event.currentTarget);
    const wanting = missingOf({ name, email, password });
    if (wanting.length > 0) {
      setFace({ at: 'open', wanting });
      event.currentTarget.querySelector<HTMLInputElement>(`[data-field="${wanting[0]}"]`)?.focus();
      return;
    }
    setFace({ at: 'busy' });
    const created = await createAdministrator({ code, name, email, password });
    if (!created.ok) {
      setFace({ at: 'open', error: created.error, wanting: [] });
      return;
    }
    onCreated();
    await signIn(email, password);
    form.current?.reset();
  };
  if (failure !== undefined) return <Made error={failure} />;
  return <Fields ref={form} face={face} onSubmit={handleSubmit} />;
}

interface FieldsProps {
  readonly ref: React.Ref<HTMLFormElement>;
  readonly face: Face;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

function Fields({ ref, face, onSubmit }: FieldsProps) {
  const text = useText();
  const { ofError, ofField } = useErrorTexts();
  const name = useRef<HTMLInputElement>(null);
  useFocusOnArrival(name);
  const error = face.at === 'open' ? face.error : undefined;
  const isWanting = (field: Wanting): boolean => face.at === 'open' && face.wanting.includes(field);
  return (
    <>
      <div className={styles['intro']}>
        <PageHeading title={text('welcome.title')} size="large" takesFocus={false} />
        <p className={styles['muted']}>{text('welcome.intro')}</p>
      </div>
      {error !== undefined && error.issues.length === 0 && (
        <Banner tone="danger" isAlert>
          <p>{ofError(error)}</p>
        </Banner>
      )}
      <form ref={ref} className={styles['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <TextField
          ref={name}
          data-field="name"
          label={text('welcome.name')}
          name="name"
          autoComplete="name"
          maxLength={100}
          error={isWanting('name') ? text('welcome.nameMissing') : ofField(error, 'name')}
        />
        <TextField
          data-field="email"
          type="email"
          label={text('welcome.email')}
          hint={text('welcome.emailHint')}
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={isWanting('email') ? text('welcome.emailWrong') : ofField(error, 'email')}
        />
        <NewPasswordField
          label={text('welcome.password')}
          isRefusedAsShort={isWanting('password')}
          error={ofField(error, 'password')}
          refusal={error}
        />
        <Button type="submit" tone="primary" isWide isBusy={face.at === 'busy'}>
          {text('welcome.submit')}
        </Button>
      </form>
    </>
  );
}

function Made({ error }: { readonly error: ApiError }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  return (
    <>
      <PageHeading title={text('welcome.made.title')} size="large" />
      <Banner tone="warning" isAlert>
        <p>{text('welcome.made.text', { reason: ofError(error) })}</p>
      </Banner>
      <ButtonLink tone="primary" href="/sign-in">
        {text('welcome.toSignIn')}
      </ButtonLink>
    </>
  );
}

function readForm(form: HTMLFormElement): Record<Wanting, string> {
  const data = new FormData(form);
  const field = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: field('name').trim(), email: field('email').trim(), password: field('new-password') };
}

function missingOf({ name, email, password }: Record<Wanting, string>): readonly Wanting[] {
  const isRight: Readonly<Record<Wanting, boolean>> = {
    name: name !== '',
    email: isEmail(email),
    password: isPasswordLongEnough(password),
  };
  return (['name', 'email', 'password'] as const).filter((field) => !isRight[field]);
}
