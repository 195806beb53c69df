import { Suspense, useEffect } from 'react';
import type { ApiError } from '../api/error.ts';
import type { SignedIn } from '../api/session.ts';
import { QueryCacheProvider, useNewQueryCache } from '../api/use-query.ts';
import { AppFrame } from '../features/shell/index.ts';
import { matchPath } from '../lib/match-path.ts';
import { usePath } from '../lib/use-location.ts';
import { prefetchOverlays } from '../ui/overlays/index.ts';
import { useRegionKeys } from '../ui/region-keys.ts';
import { showToast } from '../ui/toast-store.ts';
import { BrowserRoute } from './browser.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyBeside } from './lazy-beside.tsx';
import {
  AppearanceRoute,
  DevicesRoute,
  NotFound,
  ProfileRoute,
  SecurityRoute,
  StorageRoute,
  TrashRoute,
} from './lazy-pages.ts';
import { cacheFor } from './prepare-inside.ts';
import { reasonOf } from './reason.ts';
import { Redirect } from './redirect.tsx';
import { useText } from './texts.ts';

export { prepareInside, warmInside } from './prepare-inside.ts';

interface InsideRoutesProps {
  readonly session: SignedIn;
  readonly onLeave: () => Promise<ApiError | undefined>;
  /** Something about the person has changed. */
  readonly onChange: () => Promise<void>;
}

/** Everything for whoever is signed in. The cache of answers lives and dies with it. */
export function InsideRoutes(props: InsideRoutesProps) {
  const { session, onLeave } = props;
  const cache = useNewQueryCache(() => cacheFor(session.person.id));
  const path = usePath();
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
        beside={<LazyBeside personId={session.person.id} space={session.personalSpace} />}
      >
        <ErrorBoundary isNested resetKey={path}>
          <Suspense fallback={null}>
            <PageSwitch {...props} />
          </Suspense>
        </ErrorBoundary>
      </AppFrame>
    </QueryCacheProvider>
  );
}

function PageSwitch({ session, onLeave, onChange }: InsideRoutesProps) {
  const path = usePath();
  // One route for a folder and for a file over it, so that the list stays mounted below the file.
  const place = matchPath('/s/:space/:node?/:view?', path);
  if (place?.['space'] !== undefined) {
    return (
      <BrowserRoute session={session} space={place['space']} node={place['node']} view={place['view']} />
    );
  }
  if (matchPath('/', path) !== undefined) return <Redirect to={`/s/${session.personalSpace.id}`} />;
  if (matchPath('/trash', path) !== undefined) return <TrashRoute session={session} />;
  if (matchPath('/admin', path) !== undefined) return <Redirect to="/admin/storage" />;
  if (matchPath('/admin/storage', path) !== undefined) return <StorageRoute session={session} />;
  if (matchPath('/settings', path) !== undefined) return <Redirect to="/settings/security" />;
  if (matchPath('/settings/profile', path) !== undefined) {
    return <ProfileRoute session={session} onLeave={onLeave} onChange={onChange} />;
  }
  if (matchPath('/settings/security', path) !== undefined) {
    return <SecurityRoute session={session} onChange={onChange} />;
  }
  if (matchPath('/settings/sessions', path) !== undefined) return <DevicesRoute session={session} />;
  if (matchPath('/settings/appearance', path) !== undefined) return <AppearanceRoute />;
  return <NotFound />;
}
