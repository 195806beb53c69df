import { Link } from '../../../ui/controls/link.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import styles from '../sign-in.module.css';
import { SignInPage } from '../sign-in-page.tsx';
import { AddressField } from './address-field.tsx';
import { JoinWithIssuer } from './join-with-issuer.tsx';
import type { LinkFormProps } from './link-form-props.ts';
import { useText } from './texts.ts';

/** Shown if the server cannot create accounts in its user pool. */
export function JoinElsewhere({ link, notice, onLeave }: Pick<LinkFormProps, 'link' | 'notice' | 'onLeave'>) {
  const text = useText();
  const { email, invitedBy, issuers } = link;
  return (
    <SignInPage>
      <div className={styles['intro']}>
        <PageHeading title={text('link.join.title')} size="large" />
        <p className={styles['muted']}>
          {invitedBy === null
            ? text('link.join.invitedElsewhere')
            : text('link.join.invitedElsewhereBy', { name: invitedBy })}
        </p>
      </div>
      {notice}
      <AddressField email={email} />
      <JoinWithIssuer issuers={issuers} isAlternative={false} onLeave={onLeave} />
      <p className={styles['doors']}>
        <Link href="/sign-in">{text('link.toSignIn')}</Link>
      </p>
    </SignInPage>
  );
}
