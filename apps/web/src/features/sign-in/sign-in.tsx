import type { SignInMethods } from '@coffer/contracts';
import { Suspense, useEffect, useRef } from 'react';
import { lastArrival, navigate } from '../../lib/navigation.ts';
import { returnPathOf } from '../../lib/return-path.ts';
import { usePath, useSearch } from '../../lib/use-location.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { Banner } from '../../ui/banner.tsx';
import { OutsidePage } from '../../ui/outside-page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LaterStep, loadSteps } from './lazy-steps.ts';
import { isChallenge, type SignInState } from './machine.ts';
import { PasswordForm } from './password-form.tsx';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';
import { prepareProof, type SignInActions, useSignIn } from './use-sign-in.ts';

const FORM = '/sign-in';
const CHALLENGE = '/sign-in/challenge';

interface SignInProps {
  /** Nobody is administrator yet. */
  readonly isWelcomeOpen: boolean;
  /** What there is beside the password. */
  readonly offers: SignInMethods;
  /** The session lives: the page leaves. False: the server knows nothing of it. */
  readonly onSignedIn: () => Promise<boolean>;
}

/** The sign-in from the name to the session: one machine behind two addresses, so that a reload keeps the step. */
export function SignIn({ isWelcomeOpen, offers, onSignedIn }: SignInProps) {
  const path = usePath();
  const [state, actions] = useSignIn(path === CHALLENGE);
  useStepAddress(state, actions.restart);
  useArrival(state, onSignedIn, actions.lose);
  useLaterCode();
  const text = useText();
  return (
    <OutsidePage brand="Coffer">
      {isWelcomeOpen && state.at === 'form' && (
        <Banner tone="info" title={text('sign-in.noAdministrator.title')}>
          <p>{text('sign-in.noAdministrator.text')}</p>
        </Banner>
      )}
      <Step state={state} actions={actions} offers={offers} />
    </OutsidePage>
  );
}

interface StepProps {
  readonly state: SignInState;
  readonly actions: SignInActions;
  readonly offers: SignInMethods;
}

function Step({ state, actions, offers }: StepProps) {
  const returnTo = returnPathOf(useSearch());
  switch (state.at) {
    case 'loading':
    case 'signed_in':
      return <Working />;
    case 'form':
      return <PasswordForm state={state} offers={offers} returnTo={returnTo} actions={actions} />;
    case 'load_failed':
    case 'challenge':
    case 'unknown':
    case 'expired':
      return (
        <Suspense fallback={<Working />}>
          <LaterStep state={state} actions={actions} offers={offers} returnTo={returnTo} />
        </Suspense>
      );
  }
}

function Working() {
  const text = useText();
  return (
    <div className={styles['working']}>
      <PageHeading title={text('sign-in.working')} size="large" isHidden />
      <Spinner size="large" label={text('sign-in.working')} />
    </div>
  );
}

/** Keeps the address in step with the machine. Going back in the browser's history starts again. */
function useStepAddress(state: SignInState, restart: () => void): void {
  const path = usePath();
  const search = useSearch();
  const isOpen = isChallenge(state);
  const isOver = state.at === 'signed_in';
  const shown = useRef(path);
  useEffect(() => {
    const hasGoneBack = shown.current === CHALLENGE && path === FORM && lastArrival() === 'pop';
    shown.current = path;
    const wanted = isOpen ? CHALLENGE : FORM;
    if (isOver || path === wanted) return;
    if (hasGoneBack) restart();
    else navigate(search === '' ? wanted : `${wanted}?${search}`, { isReplacing: !isOpen });
  }, [isOpen, isOver, path, search, restart]);
}

function useArrival(state: SignInState, onSignedIn: () => Promise<boolean>, lose: () => void): void {
  const hasArrived = state.at === 'signed_in';
  useEffect(() => {
    const arrive = async (): Promise<void> => {
      if (!(await onSignedIn())) lose();
    };
    if (hasArrived) void arrive();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival, whatever function the parent passes meanwhile
  }, [hasArrived]);
}

/** What the form can be shown without comes once it is shown: the proof of the password, and the steps that may follow. */
function useLaterCode(): void {
  useEffect(
    // What could not be fetched is asked for again where it is needed.
    () => whenIdle(() => void Promise.allSettled([prepareProof(), loadSteps()])),
    [],
  );
}
