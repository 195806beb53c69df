import type { Person } from '@coffer/contracts';
import { CloudOff } from 'lucide-react';
import { apiErrorOf } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { factorsQuery } from '../../api/factors.ts';
import { useQuery } from '../../api/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Authenticator } from './authenticator.tsx';
import { useText } from './texts.ts';

/** What proves to the sign-in that it is you. */
export function Security({ person }: { readonly person: Person }) {
  const text = useText();
  return (
    <>
      <PageHeading title={text('security.title')} size="large" />
      <p>{text('security.signedInAs', { name: person.email === '' ? person.username : person.email })}</p>
      <Card title={text('security.authenticator')} description={text('security.explanation')}>
        <Factors />
      </Card>
    </>
  );
}

function Factors() {
  const text = useText();
  const { ofError } = useErrorTexts();
  const { data, failure, isPending, refetch } = useQuery(factorsQuery());
  if (isPending) {
    return (
      <output aria-label={text('security.loading')}>
        <Skeleton width="14rem" height="36px" />
      </output>
    );
  }
  if (data === undefined) {
    return (
      <EmptyState
        icon={CloudOff}
        title={text('security.failed')}
        text={ofError(apiErrorOf(failure?.cause))}
        action={<Button onClick={() => void refetch()}>{text('security.retry')}</Button>}
      />
    );
  }
  return <Authenticator isOn={data.authenticator} />;
}
