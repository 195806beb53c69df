import { ButtonLink } from '../../ui/controls/link.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { SignInPage } from './sign-in-page.tsx';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';

export function SignedOut() {
  const text = useText();
  return (
    <SignInPage>
      <div className={styles['intro']}>
        <PageHeading title={text('sign-in.left.title')} size="large" />
        <p className={styles['muted']}>{text('sign-in.left.text')}</p>
      </div>
      <ButtonLink tone="primary" href="/sign-in">
        {text('sign-in.left.again')}
      </ButtonLink>
    </SignInPage>
  );
}
