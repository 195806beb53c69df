import { CloudOff, UserX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { type ApiError, localError } from '../../../api/calls/error.ts';
import { finishRedirect } from '../../../api/session/sign-in.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { localPath } from '../../../lib/address/return-path.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { PageHeading, useDocumentTitle } from '../../../ui/page/page-heading.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import styles from '../sign-in.module.css';
import { SignInPage } from '../sign-in-page.tsx';
import { goesOn } from './goes-on.ts';
import { useText } from './texts.ts';

const PATH = '/auth/callback';

interface CallbackProps {
  readonly isSignedIn: boolean;
  /** Resolves to false if the server does not know the session. */
  readonly onSignedIn: () => Promise<boolean>;
}

/** `/auth/callback` */
export function Callback({ isSignedIn, onSignedIn }: CallbackProps) {
  const [error, setError] = useState<ApiError>();
  const query = useQueryOnce();
  const finish = async (): Promise<void> => {
    setError(undefined);
    const given = query();
    if (given === '') {
      setError(localError('challenge_expired'));
      return;
    }
    const result = await finishRedirect({ query: given });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    if (await onSignedIn()) navigate(localPath(result.value.returnTo), { isReplacing: true });
    else setError(localError('cookies_refused'));
  };
  useStart(finish);
  const mayGoOn = goesOn(error, isSignedIn);
  useEffect(() => {
    if (mayGoOn) navigate('/', { isReplacing: true });
  }, [mayGoOn]);
  return (
    <SignInPage>
      {error === undefined || mayGoOn ? <Waiting /> : <Failed error={error} onRetry={finish} />}
    </SignInPage>
  );
}

/** Reads the query and removes it from the URL at once, because it grants a session until it is used. */
function useQueryOnce(): () => string {
  const taken = useRef<string>(undefined);
  return () => {
    taken.current ??= location.search;
    if (location.search !== '') navigate(PATH, { isReplacing: true });
    return taken.current;
  };
}

function useStart(start: () => Promise<void>): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
    // oxlint-disable-next-line react/exhaustive-deps -- what the page was opened with is used up by the first run
  }, []);
}

function Waiting() {
  const text = useText();
  return (
    <div className={styles['working']}>
      <PageHeading title={text('callback.waiting')} size="large" isHidden />
      <Spinner size="large" label={text('callback.waiting')} />
    </div>
  );
}

/** Errors that may pass, so that the person is offered a retry. */
const REPEATABLE: readonly ApiError['code'][] = [
  'offline',
  'timed_out',
  'rate_limited',
  'database_unavailable',
];

function Failed({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => Promise<void> }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const isRepeatable = REPEATABLE.includes(error.code);
  const isRefused = error.code === 'account_not_admitted' || error.code === 'account_disabled';
  const title = text(isRefused ? 'callback.refused' : 'callback.failed');
  useDocumentTitle(title);
  return (
    <EmptyState
      icon={isRefused ? UserX : CloudOff}
      headingLevel={1}
      title={title}
      text={error.code === 'challenge_expired' ? text('callback.expired') : ofError(error)}
      action={
        <>
          {isRepeatable && (
            <Button tone="primary" onClick={() => void onRetry()}>
              {text('callback.retry')}
            </Button>
          )}
          <ButtonLink tone={isRepeatable ? 'secondary' : 'primary'} href="/sign-in">
            {text('callback.toSignIn')}
          </ButtonLink>
        </>
      }
    />
  );
}
