import type { Factors, Person } from '@coffer/contracts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { factorsQuery, makeRecoveryCodes, passkeysQuery } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { type SignInProviders, useSignInProvider } from '../../api/session/use-sign-in-provider.ts';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Authenticator } from './authenticator.tsx';
import { hasChoice, hasMessages, MessageFactors, PreferredFactor } from './message-factors.tsx';
import { OtherDevices } from './other-devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Protection, SECTIONS } from './protection.tsx';
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx';
import { useText } from './texts.ts';

interface SecurityProps {
  readonly person: Person;
  readonly hasPasskeys: boolean;
  readonly providers: SignInProviders;
}

export function Security(props: SecurityProps) {
  const { person } = props;
  const text = useText();
  return (
    <>
      <p>{text('security.signedInAs', { name: person.email === '' ? person.username : person.email })}</p>
      <Proofs {...props} />
    </>
  );
}

function Proofs(props: SecurityProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const answer = useQuery(factorsQuery());
  const asksPasskeys = props.hasPasskeys && answer.data?.isManagedHere === true;
  const passkeys = useQuery(passkeysQuery(), { isEnabled: asksPasskeys });
  // The verdict needs both. It would push everything below it down if it came later.
  const isPending = answer.isPending || (asksPasskeys && passkeys.isPending);
  return (
    <Answered
      answer={{ data: answer.data, isPending, refetch: answer.refetch }}
      loading={text('security.loading')}
      failed={{
        title: text('security.failed'),
        reason: ofFailure(answer.failure),
        retry: text('security.retry'),
      }}
    >
      {(factors) =>
        factors.isManagedHere ? (
          <OwnProofs {...props} factors={factors} />
        ) : (
          <ManagedElsewhere providers={props.providers} />
        )
      }
    </Answered>
  );
}

function ManagedElsewhere({ providers }: Pick<SecurityProps, 'providers'>) {
  const text = useText();
  const provider = useSignInProvider(providers) ?? text('security.elsewhere.provider');
  return (
    <Banner tone="info" title={text('security.elsewhere.title')}>
      <p>{text('security.elsewhere.text', { provider })}</p>
    </Banner>
  );
}

interface OwnProofsProps extends SecurityProps {
  readonly factors: Factors;
}

function OwnProofs({ person, hasPasskeys, factors }: OwnProofsProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  // Without codes, only an administrator can help after the loss of the phone.
  const codes = useMutation(() => makeRecoveryCodes(cache));
  return (
    <>
      <Protection factors={factors} hasPasskeys={hasPasskeys} />
      <Section title={text('security.password')} description={text('security.password.explanation')}>
        <Password person={person} />
      </Section>
      <Section
        id={SECTIONS.authenticator}
        title={text('security.authenticator')}
        description={text('security.explanation')}
      >
        <Refusal words={ofFailure(codes.failure)} />
        <Authenticator
          isOn={factors.authenticator}
          onSetUp={() => {
            if (factors.recoveryCodesLeft !== null) void codes.run();
          }}
        />
      </Section>
      {factors.authenticator && factors.recoveryCodesLeft !== null && (
        <Section
          id={SECTIONS.recovery}
          title={text('security.recovery')}
          description={text('security.recovery.explanation')}
        >
          <RecoveryCodes left={factors.recoveryCodesLeft} />
        </Section>
      )}
      {hasMessages(factors) && (
        <Section title={text('security.messages')} description={text('security.messages.explanation')}>
          <MessageFactors factors={factors} />
        </Section>
      )}
      {hasChoice(factors) && (
        <Section title={text('security.preferred')}>
          <PreferredFactor factors={factors} />
        </Section>
      )}
      {hasPasskeys && (
        <Section title={text('security.passkeys')} description={text('security.passkeys.explanation')}>
          <Passkeys />
        </Section>
      )}
      <NewRecoveryCodes codes={codes.data} onClose={codes.reset} />
      <OtherDevices factors={factors} isHeld={codes.isPending || codes.data !== undefined} />
    </>
  );
}
