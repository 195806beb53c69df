import { type ReactNode, Suspense } from 'react';
import { tellTabs } from '../lib/broadcast.ts';
import { matchPath } from '../lib/match-path.ts';
import { returnPathOf, signInPath } from '../lib/return-path.ts';
import { usePath, useSearch } from '../lib/use-location.ts';
import { TooltipLayer } from '../ui/tooltips.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailedPage, WaitingPage } from './faces.tsx';
import { InsideRoutes } from './lazy-inside.tsx';
import { AccountRoute, CallbackRoute, SignedOutRoute, SignInRoute, WelcomeRoute } from './lazy-routes.ts';
import { Redirect } from './redirect.tsx';
import { type SessionActions, type SessionState, useSession } from './use-session.ts';

/** The whole application: pages outside for everybody, everything else for whoever is signed in. */
export function App() {
  const { current, reload, leave } = useSession();
  return (
    <ErrorBoundary>
      <Suspense fallback={<WaitingPage />}>
        <Gate current={current} reload={reload} leave={leave} />
      </Suspense>
      <TooltipLayer />
    </ErrorBoundary>
  );
}

type GateProps = SessionActions & { readonly current: SessionState };

function Gate({ current, reload, leave }: GateProps) {
  const path = usePath();
  const search = useSearch();
  const handleSignedIn = async (): Promise<boolean> => {
    tellTabs('signed_in');
    return (await reload()).state !== 'signed_out';
  };
  // What the issuer sent back is used up before anything else is known.
  if (matchPath('/auth/callback', path) !== undefined) {
    return <CallbackRoute isSignedIn={current.state === 'signed_in'} onSignedIn={handleSignedIn} />;
  }
  if (current.state === 'failed') return <FailedPage error={current.error} onRetry={() => void reload()} />;
  const door = current.state === 'signed_out' ? current.door : undefined;
  const isWelcomeOpen = door?.welcome === true;
  if (matchPath('/welcome', path) !== undefined) {
    return (
      <Outside current={current} returnPath="/">
        <WelcomeRoute isOpen={isWelcomeOpen} onSignedIn={handleSignedIn} />
      </Outside>
    );
  }
  if (matchPath('/sign-in/:step?', path) !== undefined) {
    return (
      <Outside current={current} returnPath={returnPathOf(search)}>
        {door !== undefined && (
          <SignInRoute isWelcomeOpen={isWelcomeOpen} offers={door.signIn} onSignedIn={handleSignedIn} />
        )}
      </Outside>
    );
  }
  if (matchPath('/sign-up/:step?', path) !== undefined || matchPath('/reset/:step?', path) !== undefined) {
    return (
      <Outside current={current} returnPath="/">
        {door !== undefined && <AccountRoute path={path} offers={door.signIn} />}
      </Outside>
    );
  }
  if (matchPath('/signed-out', path) !== undefined) {
    return (
      <Outside current={current} returnPath="/">
        <SignedOutRoute />
      </Outside>
    );
  }
  return (
    <Inside
      current={current}
      leave={leave}
      reload={reload}
      path={search === '' ? path : `${path}?${search}`}
    />
  );
}

interface OutsideProps {
  readonly current: SessionState;
  readonly returnPath: string;
  readonly children: ReactNode;
}

/** Pages for whoever is not signed in; whoever is goes on at once. */
function Outside({ current, returnPath, children }: OutsideProps) {
  if (current.state === 'waiting') return <WaitingPage />;
  // Home is where the files are: the way there is not drawn in between.
  const home = current.state === 'signed_in' ? `/s/${current.session.personalSpace.id}` : '/';
  if (current.state === 'signed_in') return <Redirect to={returnPath === '/' ? home : returnPath} />;
  return children;
}

interface InsideProps extends SessionActions {
  readonly current: SessionState;
  readonly path: string;
}

function Inside({ current, leave, reload, path }: InsideProps) {
  if (current.state === 'signed_in') {
    // Another person is another page: nothing of the one before stays in its memory.
    const { session } = current;
    const handleChange = async (): Promise<void> => {
      await reload();
    };
    return <InsideRoutes key={session.person.id} session={session} onLeave={leave} onChange={handleChange} />;
  }
  if (current.state !== 'signed_out') return <WaitingPage />;
  return <Redirect to={current.hasLeft ? '/signed-out' : signInPath(path)} />;
}
