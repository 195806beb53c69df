import { matchPage } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import type { ApiError } from '../api/calls/error.ts';
import { SelfProvider } from '../api/session/self.ts';
import type { SignedIn } from '../api/session/session.ts';
import { QueryCacheProvider, useNewQueryCache } from '../api/calls/use-query.ts';
import { Bell } from '../features/notifications/index.ts';
import { SearchBox } from '../features/search/index.ts';
import { AppFrame } from '../features/shell/index.ts';
import { NewSpaceDialog } from '../features/spaces/index.ts';
import { SignOutDialog, startedTransfers } from '../features/transfer/index.ts';
import { useCommands } from '../lib/keys/commands.ts';
import { navigate } from '../lib/address/navigation.ts';
import { usePath } from '../lib/hooks/use-location.ts';
import { prefetchOverlays } from '../ui/overlays/index.ts';
import { useRegionKeys } from '../ui/page/region-keys.ts';
import { showToast } from '../ui/feedback/toast-store.ts';
import { ToastRegion } from '../ui/feedback/toasts.tsx';
import { BrowserRoute } from './browser.tsx';
import { ErrorBoundary } from './status/error-boundary.tsx';
import { LazyAppOverlays } from './loading/lazy-app-overlays.tsx';
import { loadOtherPages } from './loading/load-other-pages.ts';
import { cacheFor } from './loading/prepare-signed-in-routes.ts';
import { reasonOf } from './entry/reason.ts';
import { Redirect } from './redirect.tsx';
import { renderMark } from './search/marks.tsx';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const OtherPages = lazy(async () => ({ default: (await loadOtherPages()).OtherPages }));
const SpaceTree = lazy(async () => ({ default: (await import('./space-tree.tsx')).SpaceTree }));

export { prepareSignedInRoutes } from './loading/prepare-signed-in-routes.ts';

interface SignedInRoutesProps {
  readonly session: SignedIn;
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onChange: () => Promise<void>;
  /** Called when the session may be over. */
  readonly onDoubt: () => Promise<void>;
}

export function SignedInRoutes(props: SignedInRoutesProps) {
  const { session, onLeave } = props;
  const cache = useNewQueryCache(() => cacheFor(session.person.id));
  const path = usePath();
  const text = useText();
  const [isNewSpaceOpen, setNewSpaceOpen] = useState(false);
  /** Uploads that a sign-out would stop, while the person is asked. */
  const [stopped, setStopped] = useState(0);
  useRegionKeys();
  useEffect(prefetchOverlays, []);
  const signOut = async (): Promise<void> => {
    const error = await onLeave();
    if (error === undefined) return;
    showToast({
      tone: 'danger',
      key: 'sign-out',
      text: text('routes.signOutFailed', { reason: reasonOf(text, error) }),
    });
  };
  const handleSignOut = async (): Promise<void> => {
    const open = startedTransfers()?.view().summary.open ?? 0;
    setStopped(open);
    if (open === 0) await signOut();
  };
  useCommands({ newSpace: () => setNewSpaceOpen(true), signOut: () => void handleSignOut() });
  return (
    <QueryCacheProvider client={cache}>
      <AppFrame
        person={session.person}
        spaceId={session.personalSpace.id}
        rootId={session.personalSpace.rootId}
        renderTree={(space) => (
          <Suspense fallback={null}>
            <SpaceTree space={space} />
          </Suspense>
        )}
        onSignOut={handleSignOut}
        onNewSpace={() => setNewSpaceOpen(true)}
        search={<SearchBox role={session.person.role} renderMark={renderMark} />}
        notifications={<Bell person={session.person} />}
        beside={
          <>
            <LazyAppOverlays
              personId={session.person.id}
              space={session.personalSpace}
              serverTime={session.serverTime}
              onSessionEnd={props.onDoubt}
            />
            <ToastRegion label={text('routes.messages')} closeLabel={text('routes.dismiss')} />
            {stopped > 0 && (
              <Suspense fallback={null}>
                <SignOutDialog count={stopped} onSignOut={signOut} onClose={() => setStopped(0)} />
              </Suspense>
            )}
            {isNewSpaceOpen && (
              <Suspense fallback={null}>
                <NewSpaceDialog
                  onCreated={({ id }) => {
                    setNewSpaceOpen(false);
                    navigate(`/s/${id}`);
                  }}
                  onClose={() => setNewSpaceOpen(false)}
                />
              </Suspense>
            )}
          </>
        }
      >
        <ErrorBoundary isNested resetKey={path}>
          <Suspense fallback={null}>
            <SelfProvider value={session.person}>
              <PageSwitch {...props} />
            </SelfProvider>
          </Suspense>
        </ErrorBoundary>
      </AppFrame>
    </QueryCacheProvider>
  );
}

function PageSwitch({ session, onLeave, onChange }: Omit<SignedInRoutesProps, 'onDoubt'>) {
  const path = usePath();
  // One route for both URLs, so that the list stays mounted below the file.
  const place = matchPage('/s/:space/:node?/:view?', path);
  if (place?.['space'] !== undefined) {
    return (
      <BrowserRoute session={session} space={place['space']} node={place['node']} view={place['view']} />
    );
  }
  if (matchPage('/', path) !== undefined) return <Redirect to={`/s/${session.personalSpace.id}`} />;
  return <OtherPages session={session} path={path} onLeave={onLeave} onChange={onChange} />;
}
