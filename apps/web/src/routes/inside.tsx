import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { ApiError } from '../api/error.ts';
import type { SignedIn } from '../api/session.ts';
import { QueryCacheProvider, useNewQueryCache } from '../api/use-query.ts';
import { AppFrame } from '../features/shell/index.ts';
import { prefetchOverlays } from '../ui/overlays/index.ts';
import { useRegionKeys } from '../ui/region-keys.ts';
import { showToast } from '../ui/toast-store.ts';
import { ToastRegion } from '../ui/toasts.tsx';
import { BrowserRoute } from './browser.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

import { AppearanceRoute, SecurityRoute, TrashRoute } from './lazy-pages.ts';
import { NotFound } from './not-found.tsx';
import { reasonOf } from './reason.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { useText } from './texts.ts';
import { TransferCorner } from './transfer-corner.tsx';

interface InsideRoutesProps {
  readonly session: SignedIn;
  readonly onLeave: () => Promise<ApiError | undefined>;
}

/** Everything for whoever is signed in. The cache of answers lives and dies with it. */
export function InsideRoutes({ session, onLeave }: InsideRoutesProps) {
  const cache = useNewQueryCache();
  const [path] = useLocation();
  const text = useText();
  useRegionKeys();
  useEffect(prefetchOverlays, []);
  const handleSignOut = async (): Promise<void> => {
    const error = await onLeave();
    if (error === undefined) return;
    showToast({
      tone: 'danger',
      key: 'sign-out',
      text: text('routes.signOutFailed', { reason: reasonOf(text, error) }),
    });
  };
  return (
    <QueryCacheProvider value={cache}>
      <AppFrame
        person={session.person}
        spaceId={session.personalSpace.id}
        onSignOut={handleSignOut}
        tray={<TransferCorner />}
      >
        <ErrorBoundary isNested resetKey={path}>
          <Suspense fallback={null}>
            <PageSwitch session={session} />
          </Suspense>
        </ErrorBoundary>
      </AppFrame>
      <ToastRegion label={text('routes.messages')} closeLabel={text('routes.dismiss')} />
    </QueryCacheProvider>
  );
}

/** One route for a folder and for a file over it, so that the list stays mounted below the file. */
interface BrowserParams {
  readonly [name: string | number]: string | undefined;
  readonly space: string;
  readonly node: string | undefined;
  readonly view: string | undefined;
}

function PageSwitch({ session }: { readonly session: SignedIn }) {
  return (
    <Switch>
      <Route path="/">
        <Redirect to={`/s/${session.personalSpace.id}`} replace />
      </Route>
      <Route<BrowserParams> path="/s/:space/:node?/:view?">
        {(params) => (
          <BrowserRoute session={session} space={params.space} node={params.node} view={params.view} />
        )}
      </Route>
      <Route path="/trash">
        <TrashRoute session={session} />
      </Route>
      <Route path="/settings">
        <Redirect to="/settings/security" replace />
      </Route>
      <Route path="/settings/security">
        <SettingsFrame>
          <SecurityRoute session={session} />
        </SettingsFrame>
      </Route>
      <Route path="/settings/appearance">
        <SettingsFrame>
          <AppearanceRoute />
        </SettingsFrame>
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
