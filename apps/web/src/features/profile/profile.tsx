import type { Person } from '@coffer/contracts';
import { apiErrorOf } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { factorsQuery } from '../../api/factors.ts';
import { useQuery } from '../../api/use-query.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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

function Parts({ person, onChange, onGone }: ProfileProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const { data, failure, isPending, refetch } = useQuery(factorsQuery());
  if (isPending) {
    return (
      <output aria-label={text('profile.loading')}>
        <Card>
          <Skeleton width="14rem" height="36px" />
        </Card>
      </output>
    );
  }
  if (data === undefined) {
    return (
      <Banner
        tone="danger"
        title={text('profile.failed')}
        action={<Button onClick={() => void refetch()}>{text('profile.retry')}</Button>}
      >
        <p>{ofError(apiErrorOf(failure?.cause))}</p>
      </Banner>
    );
  }
  if (!data.isManagedHere) {
    return (
      <Banner tone="info" title={text('profile.elsewhere.title')}>
        <p>{text('profile.elsewhere.text', { name: person.name, email: person.email })}</p>
      </Banner>
    );
  }
  return (
    <>
      <Card title={text('profile.picture')} description={text('profile.picture.explanation')}>
        <Picture person={person} />
      </Card>
      <Card title={text('profile.name')} description={text('profile.name.explanation')}>
        <Name person={person} onChange={onChange} />
      </Card>
      <Card title={text('profile.email')} description={text('profile.email.explanation')}>
        <Email person={person} pending={data.pendingEmail} onChange={onChange} />
      </Card>
      <Card title={text('profile.delete')} description={text('profile.delete.explanation')}>
        <DeleteAccount person={person} onGone={onGone} />
      </Card>
    </>
  );
}
