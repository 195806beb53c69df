import type { Factors, Person } from '@coffer/contracts';
import { CloudOff } from 'lucide-react';
import { apiErrorOf } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { factorsQuery } from '../../api/factors.ts';
import { useQuery } from '../../api/use-query.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Authenticator } from './authenticator.tsx';
import { hasChoice, hasMessages, MessageFactors, PreferredFactor } from './message-factors.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useText } from './texts.ts';

interface SecurityProps {
  readonly person: Person;
  /** Whether the sign-in takes passkeys. */
  readonly hasPasskeys: boolean;
}

/** What proves to the sign-in that it is you. */
export function Security(props: SecurityProps) {
  const { person } = props;
  const text = useText();
  return (
    <>
      <PageHeading title={text('security.title')} size="large" />
      <p>{text('security.signedInAs', { name: person.email === '' ? person.username : person.email })}</p>
      <Proofs {...props} />
    </>
  );
}

function Proofs(props: SecurityProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const { data, failure, isPending, refetch } = useQuery(factorsQuery());
  if (isPending) {
    return (
      <output aria-label={text('security.loading')}>
        <Card>
          <Skeleton width="14rem" height="36px" />
        </Card>
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
  if (!data.isManagedHere) {
    return (
      <Banner tone="info" title={text('security.elsewhere.title')}>
        <p>{text('security.elsewhere.text')}</p>
      </Banner>
    );
  }
  return <OwnProofs {...props} factors={data} />;
}

interface OwnProofsProps extends SecurityProps {
  readonly factors: Factors;
}

function OwnProofs({ person, hasPasskeys, factors }: OwnProofsProps) {
  const text = useText();
  return (
    <>
      <Card title={text('security.password')} description={text('security.password.explanation')}>
        <Password person={person} />
      </Card>
      <Card title={text('security.authenticator')} description={text('security.explanation')}>
        <Authenticator isOn={factors.authenticator} />
      </Card>
      {factors.authenticator && (
        <Card title={text('security.recovery')} description={text('security.recovery.explanation')}>
          <RecoveryCodes left={factors.recoveryCodesLeft} />
        </Card>
      )}
      {hasMessages(factors) && (
        <Card title={text('security.messages')} description={text('security.messages.explanation')}>
          <MessageFactors factors={factors} />
        </Card>
      )}
      {hasChoice(factors) && (
        <Card title={text('security.preferred')}>
          <PreferredFactor factors={factors} />
        </Card>
      )}
      {hasPasskeys && (
        <Card title={text('security.passkeys')} description={text('security.passkeys.explanation')}>
          <Passkeys />
        </Card>
      )}
    </>
  );
}
