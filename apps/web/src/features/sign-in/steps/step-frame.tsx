import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import type { SignInActions } from '../use-sign-in.ts';
import { ChallengeFoot } from './challenge-foot.tsx';
import { useText } from './texts.ts';

export interface StepProps<State extends ChallengeState = ChallengeState> {
  readonly state: State;
  readonly actions: SignInActions;
  /** Undefined if the step is not a first factor, or the user pool offers no choice of first factors. */
  readonly onAnotherWay: (() => void) | undefined;
}

interface StepFrameProps extends StepProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** False when a field takes the focus. */
  readonly takesFocus?: boolean;
  /** False when a field shows the error. */
  readonly showsError?: boolean;
  readonly children: ReactNode;
}

export function StepFrame(props: StepFrameProps) {
  const {
    state,
    actions,
    onAnotherWay,
    title,
    intro,
    takesFocus = true,
    showsError = true,
    children,
  } = props;
  const text = useText();
  const { ofError } = useErrorTexts();
  return (
    <>
      <div className={styles['intro']}>
        <PageHeading title={title} size="large" takesFocus={takesFocus} />
        {intro !== undefined && <p className={styles['muted']}>{intro}</p>}
        <p className={styles['who']}>{text('sign-in.signingInAs', { name: state.username })}</p>
      </div>
      {showsError && state.error !== undefined && (
        <Banner tone="danger" isAlert>
          <p>{ofError(state.error)}</p>
        </Banner>
      )}
      {children}
      <ChallengeFoot pending={state} actions={actions} onAnotherWay={onAnotherWay} />
    </>
  );
}
