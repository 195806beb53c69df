import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { lastArrival } from '../../../lib/address/navigation.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import type { ChallengeState } from '../machine.ts';
import { askPasskey, type PasskeyOutcome } from './ask-passkey.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

/** Asks for the passkey at once. After a reload, waits for the button instead. */
export function PasskeyStep(props: StepProps<ChallengeState<'WEB_AUTHN'>>) {
  const { state, actions } = props;
  const text = useText();
  const { ofError } = useErrorTexts();
  const { outcome, isAsking, ask } = usePasskey(state.step.options, (credential) =>
    actions.answer({ challenge: 'WEB_AUTHN', credential }),
  );
  const failure =
    outcome === undefined || outcome === 'given' ? undefined : text(`sign-in.passkey.${outcome}`);
  const refusal =
    state.error?.code === 'challenge_failed'
      ? text('sign-in.passkey.refused')
      : state.error && ofError(state.error);
  const words = isAsking ? undefined : (refusal ?? failure);
  return (
    <StepFrame
      {...props}
      title={text('sign-in.passkey.title')}
      intro={text('sign-in.passkey.intro')}
      showsError={false}
    >
      {words !== undefined && (
        <Banner tone={refusal === undefined ? 'warning' : 'danger'} isAlert>
          <p>{words}</p>
        </Banner>
      )}
      <Button
        tone="primary"
        isWide
        icon={KeyRound}
        isBusy={state.isBusy || isAsking}
        onClick={() => void ask()}
      >
        {text(words === undefined ? 'sign-in.passkey.use' : 'sign-in.passkey.again')}
      </Button>
      <Button isWide onClick={actions.restart}>
        {text('sign-in.passkey.password')}
      </Button>
    </StepFrame>
  );
}

function usePasskey(options: string, onGiven: (credential: string) => Promise<void>) {
  const [outcome, setOutcome] = useState<PasskeyOutcome['kind']>();
  const [isAsking, setAsking] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const ask = async (): Promise<void> => {
    if (stop.current !== undefined) return;
    const own = new AbortController();
    stop.current = own;
    setAsking(true);
    const result = await askPasskey(options, own.signal);
    stop.current = undefined;
    if (own.signal.aborted) return;
    setAsking(false);
    setOutcome(result.kind);
    if (result.kind === 'given') await onGiven(result.credential);
  };
  useEffect(() => {
    if (lastArrival() !== 'load') void ask();
    return () => stop.current?.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once when the step opens; pressing the button asks again
  }, []);
  return { outcome, isAsking, ask };
}
