import type { Person } from '@coffer/contracts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { factorsQuery } from '../../api/factors.ts';
import { useQuery } from '../../api/use-query.ts';
import { Answered } from '../../ui/answered.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Email } from './email.tsx';
import { Name } from './name.tsx';
import { Picture } from './picture.tsx';
import { useText } from './texts.ts';

interface ProfileProps {
  readonly person: Person;
  /** Name or address are other ones now. */
  readonly onChange: () => Promise<void>;
  /** The account is no more. */
  readonly onGone: () => Promise<void>;
}

/** Who the person is, and the end of the account. */
export function Profile(props: ProfileProps) {
  const text = useText();
  return (
    <>
      <PageHeading title={text('profile.title')} size="large" />
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
      {({ isManagedHere, pendingEmail }) =>
        isManagedHere ? (
          <OwnParts {...props} pending={pendingEmail} />
        ) : (
          <KeptElsewhere person={props.person} />
        )
      }
    </Answered>
  );
}

function KeptElsewhere({ person }: Pick<ProfileProps, 'person'>) {
  const text = useText();
  return (
    <Banner tone="info" title={text('profile.elsewhere.title')}>
      <p>{text('profile.elsewhere.text', { name: person.name, email: person.email })}</p>
    </Banner>
  );
}

interface OwnPartsProps extends ProfileProps {
  /** A new address that waits for its code. */
  readonly pending: string | null;
}

function OwnParts({ person, pending, onChange, onGone }: OwnPartsProps) {
  const text = useText();
  return (
    <>
      <Card title={text('profile.picture')} description={text('profile.picture.explanation')}>
        <Picture person={person} />
      </Card>
      <Card title={text('profile.name')} description={text('profile.name.explanation')}>
        <Name person={person} onChange={onChange} />
      </Card>
      <Card title={text('profile.email')} description={text('profile.email.explanation')}>
        <Email person={person} pending={pending} onChange={onChange} />
      </Card>
      <Card title={text('profile.delete')} description={text('profile.delete.explanation')}>
        <DeleteAccount person={person} onGone={onGone} />
      </Card>
    </>
  );
}
