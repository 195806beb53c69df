import type { FormEvent, ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { ApiError } from '../../../api/calls/error.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import styles from '../sign-in.module.css';
import { SignInPage } from '../sign-in-page.tsx';
import { useText } from './texts.ts';

interface AccountPageProps {
  readonly title: string;
  readonly intro: ReactNode;
  readonly notice?: ReactNode;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** An error that belongs to no field. */
  readonly error: ApiError | undefined;
  readonly onSubmit: (form: HTMLFormElement) => Promise<void>;
  readonly children: ReactNode;
  readonly more?: ReactNode;
}

export function AccountPage(props: AccountPageProps) {
  const { title, intro, notice, submitLabel, isBusy, error, onSubmit, children, more } = props;
  const text = useText();
  const { ofError } = useErrorTexts();
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void onSubmit(event.currentTarget);
  };
  return (
    <SignInPage>
      <div className={styles['intro']}>
        <PageHeading title={title} size="large" takesFocus={false} />
        <p className={styles['muted']}>{intro}</p>
      </div>
      {notice}
      {error !== undefined && error.issues.length === 0 && (
        <Banner tone="danger" isAlert>
          <p>{ofError(error)}</p>
        </Banner>
      )}
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        {children}
        <Button type="submit" tone="primary" isWide isBusy={isBusy}>
          {submitLabel}
        </Button>
      </form>
      {more}
      <p className={styles['doors']}>
        <Link href="/sign-in">{text('accounts.toSignIn')}</Link>
      </p>
    </SignInPage>
  );
}

export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Does not trim the password, because spaces may be part of it. */
export function passwordOf(form: HTMLFormElement): string {
  const value = new FormData(form).get('new-password');
  return typeof value === 'string' ? value : '';
}

export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const [name] = names;
  if (name !== undefined) form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}
