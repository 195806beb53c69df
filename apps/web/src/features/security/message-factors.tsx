import type { Factors, PreferFactorRequest, SetMessageFactorRequest } from '@coffer/contracts';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { preferFactor, setMessageFactor } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { List, ListItem, Muted, Stack, Words } from '../../ui/page/stack.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

type MessageFactor = SetMessageFactorRequest['factor'];
type Preference = NonNullable<PreferFactorRequest['factor']>;

interface FactorsProps {
  readonly factors: Factors;
}

/** A phone number cannot be added here. */
export function MessageFactors({ factors }: FactorsProps) {
  const text = useText();
  return (
    <List label={text('security.messages')}>
      {factors.offered.includes('EMAIL_OTP') && <MessageFactorItem factor="EMAIL_OTP" isOn={factors.email} />}
      {factors.sms && <MessageFactorItem factor="SMS_MFA" isOn />}
    </List>
  );
}

function MessageFactorItem({ factor, isOn }: { readonly factor: MessageFactor; readonly isOn: boolean }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const change = useMutation(() => setMessageFactor(cache, { factor, isEnabled: !isOn }));
  const name = text(`security.factor.${factor}`);
  const handlePress = async (): Promise<void> => {
    const { failure } = await change.run();
    if (failure !== undefined) return;
    showToast({ tone: 'success', text: text(isOn ? 'security.factorOff' : 'security.factorOn', { name }) });
  };
  return (
    <ListItem>
      <Words>
        <strong>{name}</strong>
        <Muted>{text(isOn ? 'security.factorIsOn' : 'security.factorIsOff')}</Muted>
        <Refusal words={ofFailure(change.failure)} />
      </Words>
      <Button
        isBusy={change.isPending}
        aria-label={text(isOn ? 'security.stopFactor' : 'security.useFactor', { name })}
        onClick={() => void handlePress()}
      >
        {text(isOn ? 'security.turnOff' : 'security.turnOn')}
      </Button>
    </ListItem>
  );
}

export function PreferredFactor({ factors }: FactorsProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const prefer = useMutation((factor: Preference | null) => preferFactor(cache, { factor }));
  const [asked, setAsked] = useState<Preference | 'ask'>();
  const choices = [...namesOf(factors), 'ask' as const];
  const handleChange = async (choice: Preference | 'ask'): Promise<void> => {
    if (prefer.isPending) return;
    setAsked(choice);
    const { failure } = await prefer.run(choice === 'ask' ? null : choice);
    if (failure === undefined) showToast({ tone: 'success', text: text('security.preferred.saved') });
  };
  return (
    <Stack>
      <Refusal words={ofFailure(prefer.failure)} />
      <ChoiceGroup
        label={text('security.preferred.label')}
        value={(prefer.isPending ? asked : undefined) ?? factors.preferred ?? 'ask'}
        choices={choices.map((value) => ({ value, label: text(`security.factor.${value}`) }))}
        onChange={(choice) => void handleChange(choice)}
      />
    </Stack>
  );
}

export function hasMessages(factors: Factors): boolean {
  return factors.sms || factors.offered.includes('EMAIL_OTP');
}

export function hasChoice(factors: Factors): boolean {
  return namesOf(factors).length > 1;
}

function namesOf(factors: Factors): readonly Preference[] {
  const states = {
    SOFTWARE_TOKEN_MFA: factors.authenticator,
    EMAIL_OTP: factors.email,
    SMS_MFA: factors.sms,
  };
  return (['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'] as const).filter((name) => states[name]);
}
