import type { SignInMethods } from '@coffer/contracts';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { lastArrival, navigate } from '../../lib/address/navigation.ts';
import { returnPathOf } from '../../lib/address/return-path.ts';
import { usePath, useSearch } from '../../lib/hooks/use-location.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeading, useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { LaterStep, loadSteps } from './lazy-steps.ts';
import { isChallenge, type SignInState } from './machine.ts';
import { PasswordForm } from './password-form.tsx';
import { SignInPage } from './sign-in-page.tsx';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';
import { prepareProof, type SignInActions, useSignIn } from './use-sign-in.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

const FORM = '/sign-in';
const CHALLENGE = '/sign-in/challenge';

interface SignInProps {
  readonly isNotSetUp: boolean;
  readonly offers: SignInMethods;
  /** Username of the session that has ended. Undefined if none has. */
  readonly endedFor: string | undefined;
  /** Shown above the form. */
  readonly note: ReactNode;
  /** Resolves to false if the server does not know the session. */
  readonly onSignedIn: () => Promise<boolean>;
}

/** One state machine with two URLs, so that a reload keeps the step. */
export function SignIn({ isNotSetUp, offers, endedFor, note, onSignedIn }: SignInProps) {
  const path = usePath();
  const [state, actions] = useSignIn({ isResuming: path === CHALLENGE, endedFor });
  useStepAddress(state, actions.restart);
  useArrival(state, onSignedIn, actions.lose);
  useActionsCode();
  return (
    <SignInPage isSecondStep={isChallenge(state)}>
      {note}
      {isNotSetUp && state.at === 'form' ? (
        <NotSetUp />
      ) : (
        <Step state={state} actions={actions} offers={offers} />
      )}
    </SignInPage>
  );
}

function NotSetUp() {
  const text = useText();
  const title = text('sign-in.noAdministrator.title');
  useDocumentTitle(title);
  return (
    <EmptyState icon={KeyRound} headingLevel={1} title={title} text={text('sign-in.noAdministrator.text')} />
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

/** Keeps the URL in step with the state. Going back in history restarts the sign-in. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival, whichever function the parent passes
  }, [hasArrived]);
}

function useActionsCode(): void {
  useEffect(
    // If the prefetch fails, the code is loaded when it is needed.
    () => whenIdle(() => void Promise.allSettled([prepareProof(), loadSteps()])),
    [],
  );
}
