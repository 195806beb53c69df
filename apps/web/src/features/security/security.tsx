import type { Factors, Person } from '@coffer/contracts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { factorsQuery } from '../../api/factors.ts';
import { useQuery } from '../../api/use-query.ts';
import { Answered } from '../../ui/answered.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Authenticator } from './authenticator.tsx';
import { hasChoice, hasMessages, MessageFactors, PreferredFactor } from './message-factors.tsx';
import { OtherDevices } from './other-devices.tsx';
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
  const { ofFailure } = useErrorTexts();
  const answer = useQuery(factorsQuery());
  return (
    <Answered
      answer={answer}
      loading={text('security.loading')}
      failed={{
        title: text('security.failed'),
        reason: ofFailure(answer.failure),
        retry: text('security.retry'),
      }}
    >
      {(factors) => (factors.isManagedHere ? <OwnProofs {...props} factors={factors} /> : <KeptElsewhere />)}
    </Answered>
  );
}

function KeptElsewhere() {
  const text = useText();
  return (
    <Banner tone="info" title={text('security.elsewhere.title')}>
      <p>{text('security.elsewhere.text')}</p>
    </Banner>
  );
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
      <OtherDevices factors={factors} />
    </>
  );
}
