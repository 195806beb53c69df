import { CloudOff, Hourglass, Route } from 'lucide-react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { ApiError } from '../../../api/calls/error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useDocumentTitle } from '../../../ui/page/page-heading.tsx';
import type { SignInState } from '../machine.ts';
import type { SignInActions } from '../use-sign-in.ts';
import { ChallengeFoot } from './challenge-foot.tsx';
import { useText } from './texts.ts';

export function Expired({ onRestart }: { readonly onRestart: () => void }) {
  const text = useText();
  useDocumentTitle(text('sign-in.expired.title'));
  return (
    <EmptyState
      icon={Hourglass}
      headingLevel={1}
      title={text('sign-in.expired.title')}
      text={text('sign-in.expired.text')}
      action={
        <Button tone="primary" onClick={onRestart}>
          {text('sign-in.again')}
        </Button>
      }
    />
  );
}

interface LoadFailedProps {
  readonly error: ApiError;
  readonly onRetry: () => Promise<void>;
  readonly onRestart: () => void;
}

export function LoadFailed({ error, onRetry, onRestart }: LoadFailedProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  useDocumentTitle(text('sign-in.failed.title'));
  return (
    <EmptyState
      icon={CloudOff}
      headingLevel={1}
      title={text('sign-in.failed.title')}
      text={ofError(error)}
      action={
        <>
          <Button tone="primary" onClick={() => void onRetry()}>
            {text('sign-in.retry')}
          </Button>
          <Button onClick={onRestart}>{text('sign-in.again')}</Button>
        </>
      }
    />
  );
}

interface UnknownStepProps {
  readonly state: Extract<SignInState, { at: 'unknown' }>;
  readonly actions: SignInActions;
  readonly returnTo: string;
}

/** A challenge that this application does not know. */
export function UnknownStep({ state, actions, returnTo }: UnknownStepProps) {
  const text = useText();
  useDocumentTitle(text('sign-in.unknown.title'));
  const { challenge, hostedIssuer, username, isBusy } = state;
  return (
    <>
      <EmptyState
        icon={Route}
        headingLevel={1}
        title={text('sign-in.unknown.title')}
        text={
          <>
            {text('sign-in.unknown.text', { challenge })}{' '}
            {text(hostedIssuer !== null ? 'sign-in.unknown.hosted' : 'sign-in.unknown.none')}
          </>
        }
        action={
          hostedIssuer !== null && (
            <Button
              tone="primary"
              isBusy={isBusy}
              onClick={() => void actions.leaveFor(hostedIssuer, { username, returnTo })}
            >
              {text('sign-in.unknown.link')}
            </Button>
          )
        }
      />
      <ChallengeFoot pending={state} actions={actions} />
    </>
  );
}
