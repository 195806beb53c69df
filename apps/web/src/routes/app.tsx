import { matchPage, type PagePath } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { tellTabs } from '../lib/broadcast.ts';
import { returnPathOf, signInPath } from '../lib/address/return-path.ts';
import { usePath, useSearch } from '../lib/hooks/use-location.ts';
import { TooltipLayer } from '../ui/overlays/tooltips.tsx';
import { ErrorBoundary } from './status/error-boundary.tsx';
import { FailedPage, WaitingPage } from './status/status-pages.tsx';
import { SignedInRoutes } from './loading/lazy-signed-in-routes.tsx';
import {
  AccountRoute,
  CallbackRoute,
  OneTimeLinkRoute,
  PublicLinkRoute,
  SignedOutRoute,
  SignInRoute,
  WelcomeRoute,
} from './loading/lazy-routes.ts';
import { Redirect } from './redirect.tsx';
import { endForAnother, type SessionActions, type SessionState, useSession } from './entry/use-session.ts';
import { Suspense } from '../ui/loading/lazy.tsx';

export function App() {
  const token = matchPage('/l/:token', usePath())?.['token'];
  return (
    <ErrorBoundary>
      <Suspense fallback={<WaitingPage />}>
        {token === undefined ? <SessionGate /> : <PublicLinkRoute token={token} />}
      </Suspense>
      <TooltipLayer />
    </ErrorBoundary>
  );
}

function SessionGate() {
  return <Gate {...useSession()} />;
}

type GateProps = SessionActions & { readonly current: SessionState };

function Gate({ current, reload, update, leave, look }: GateProps) {
  const path = usePath();
  const search = useSearch();
  const [hasAdministrator, setHasAdministrator] = useState(false);
  const handleSignedIn = async (): Promise<boolean> => {
    tellTabs('signed_in');
    return (await reload()).state !== 'signed_out';
  };
  const isAt = (...pages: readonly PagePath[]): boolean =>
    pages.some((page) => matchPage(page, path) !== undefined);
  // Comes first, because the issuer's response must be processed before the session is known.
  if (isAt('/auth/callback')) {
    return <CallbackRoute isSignedIn={current.state === 'signed_in'} onSignedIn={handleSignedIn} />;
  }
  if (current.state === 'failed') return <FailedPage error={current.error} onRetry={reload} />;
  const entry = current.state === 'signed_out' ? current.entry : undefined;
  const endedFor = current.state === 'signed_out' ? current.endedFor : undefined;
  const isWelcomeOpen = entry?.welcome === true;
  if (isAt('/welcome')) {
    return (
      <PublicPage current={current} returnPath="/">
        <WelcomeRoute
          isOpen={isWelcomeOpen}
          onCreated={() => setHasAdministrator(true)}
          onSignedIn={handleSignedIn}
        />
      </PublicPage>
    );
  }
  if (isAt('/join', '/new-password')) {
    // Also shown while signed in, because the link may be for another person.
    if (current.state === 'waiting') return <WaitingPage />;
    return (
      <OneTimeLinkRoute
        kind={isAt('/join') ? 'join' : 'reset'}
        person={current.state === 'signed_in' ? current.session.person : undefined}
        onOtherLeaves={() => endForAnother(reload)}
        onSignedIn={handleSignedIn}
      />
    );
  }
  if (isAt('/sign-in', '/sign-in/challenge')) {
    return (
      <PublicPage current={current} returnPath={returnPathOf(search)}>
        {entry !== undefined && (
          <SignInRoute
            isNotSetUp={entry.isNotSetUp && !hasAdministrator}
            offers={entry.signIn}
            endedFor={endedFor}
            onSignedIn={handleSignedIn}
          />
        )}
      </PublicPage>
    );
  }
  if (isAt('/sign-up', '/sign-up/confirm', '/reset', '/reset/confirm')) {
    return (
      <PublicPage current={current} returnPath="/">
        {entry !== undefined && <AccountRoute path={path} offers={entry.signIn} />}
      </PublicPage>
    );
  }
  if (isAt('/signed-out')) {
    return (
      <PublicPage current={current} returnPath="/">
        <SignedOutRoute />
      </PublicPage>
    );
  }
  return (
    <AuthenticatedApp
      current={current}
      leave={leave}
      update={update}
      look={look}
      path={search === '' ? path : `${path}?${search}`}
    />
  );
}

interface PublicPageProps {
  readonly current: SessionState;
  readonly returnPath: string;
  readonly children: ReactNode;
}

function PublicPage({ current, returnPath, children }: PublicPageProps) {
  if (current.state === 'waiting') return <WaitingPage />;
  const home = current.state === 'signed_in' ? `/s/${current.session.personalSpace.id}` : '/';
  if (current.state === 'signed_in') return <Redirect to={returnPath === '/' ? home : returnPath} />;
  return children;
}

interface AuthenticatedAppProps extends Omit<SessionActions, 'reload'> {
  readonly current: SessionState;
  readonly path: string;
}

function AuthenticatedApp({ current, leave, update, look, path }: AuthenticatedAppProps) {
  if (current.state === 'signed_in') {
    // The key resets all state when the person changes.
    const { session } = current;
    const handleChange = async (): Promise<void> => {
      await update();
    };
    return (
      <SignedInRoutes
        key={session.person.id}
        session={session}
        onLeave={leave}
        onChange={handleChange}
        onDoubt={look}
      />
    );
  }
  if (current.state !== 'signed_out') return <WaitingPage />;
  return <Redirect to={current.hasLeft ? '/signed-out' : signInPath(path)} />;
}
