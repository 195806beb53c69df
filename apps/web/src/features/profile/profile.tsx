import type { Factors, Person } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { factorsQuery } from '../../api/session/factors.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { type SignInProviders, useSignInProvider } from '../../api/session/use-sign-in-provider.ts';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Section } from '../../ui/page/section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Email } from './email.tsx';
import { Name } from './name.tsx';
import { Picture } from './picture.tsx';
import { useText } from './texts.ts';

interface ProfileProps {
  readonly person: Person;
  readonly providers: SignInProviders;
  readonly hasMail: boolean;
  readonly onChange: () => Promise<void>;
  readonly onGone: () => Promise<void>;
  /** A slot for the export of what the person wants to keep. */
  readonly export: ReactNode;
}

export function Profile(props: ProfileProps) {
  const text = useText();
  return (
    <>
      <p>{text('profile.intro')}</p>
      <Parts {...props} />
    </>
  );
}

function Parts(props: ProfileProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const answer = useQuery(factorsQuery());
  return (
    <Answered
      answer={answer}
      loading={text('profile.loading')}
      failed={{
        title: text('profile.failed'),
        reason: ofFailure(answer.failure),
        retry: text('profile.retry'),
      }}
    >
      {(account) =>
        account.isManagedHere ? (
          <OwnParts {...props} account={account} />
        ) : (
          <>
            <ManagedElsewhere {...props} isEmailVerified={account.isEmailVerified} />
            <PictureSection {...props} />
            {props.export}
          </>
        )
      }
    </Answered>
  );
}

interface ManagedElsewhereProps extends Pick<ProfileProps, 'person' | 'providers'> {
  readonly isEmailVerified: boolean;
}

function ManagedElsewhere({ person, providers, isEmailVerified }: ManagedElsewhereProps) {
  const text = useText();
  const provider = useSignInProvider(providers) ?? text('profile.elsewhere.provider');
  return (
    <Banner tone="info" title={text('profile.elsewhere.title')}>
      <p>{text('profile.elsewhere.text', { provider, name: person.name, email: person.email })}</p>
      {person.email !== '' && !isEmailVerified && <p>{text('profile.email.unverified')}</p>}
    </Banner>
  );
}

function PictureSection({ person, onChange }: Pick<ProfileProps, 'person' | 'onChange'>) {
  const text = useText();
  return (
    <Section title={text('profile.picture')} description={text('profile.picture.explanation')}>
      <Picture person={person} onChange={onChange} />
    </Section>
  );
}

interface OwnPartsProps extends ProfileProps {
  readonly account: Factors;
}

function OwnParts({ person, hasMail, account, onChange, onGone, export: exported }: OwnPartsProps) {
  const text = useText();
  return (
    <>
      <PictureSection person={person} onChange={onChange} />
      <Section title={text('profile.name')} description={text('profile.name.explanation')}>
        <Name person={person} onChange={onChange} />
      </Section>
      <Section
        title={text('profile.email')}
        description={text(hasMail ? 'profile.email.explanation' : 'profile.email.signsIn')}
      >
        <Email
          person={person}
          isVerified={account.isEmailVerified}
          pending={account.pendingEmail}
          hasMail={hasMail}
          onChange={onChange}
        />
      </Section>
      {exported}
      <Section title={text('profile.delete')} description={text('profile.delete.explanation')}>
        {account.isOnlyAdministrator ? (
          <Banner tone="info" title={text('profile.delete.onlyAdministrator')}>
            <p>{text('profile.delete.onlyAdministrator.text')}</p>
          </Banner>
        ) : (
          <DeleteAccount person={person} onGone={onGone} />
        )}
      </Section>
    </>
  );
}
