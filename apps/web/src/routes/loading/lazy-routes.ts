import { loadSignedInRoutes } from './lazy-signed-in-routes.tsx';
import { loadOtherPages } from './load-other-pages.ts';
import { lazy } from '../../ui/loading/lazy.tsx';

const load = {
  signedIn: loadSignedInRoutes,
  signIn: () => import('../entry/sign-in.tsx'),
  welcome: () => import('../entry/welcome.tsx'),
  publicLink: () => import('../public-link.tsx'),
  oneTimeLink: () => import('../entry/one-time-link.tsx'),
  accounts: () => import('../entry/sign-up.tsx'),
  callback: () => import('../entry/auth-callback.tsx'),
  signedOut: () => import('../entry/signed-out.tsx'),
};

export const SignInRoute = lazy(async () => ({ default: (await load.signIn()).SignInRoute }));
export const WelcomeRoute = lazy(async () => ({ default: (await load.welcome()).WelcomeRoute }));
export const OneTimeLinkRoute = lazy(async () => ({
  default: (await load.oneTimeLink()).OneTimeLinkRoute,
}));
export const PublicLinkRoute = lazy(async () => ({ default: (await load.publicLink()).PublicLinkRoute }));
export const AccountRoute = lazy(async () => ({ default: (await load.accounts()).AccountRoute }));
export const CallbackRoute = lazy(async () => ({ default: (await load.callback()).CallbackRoute }));
export const SignedOutRoute = lazy(async () => ({ default: (await load.signedOut()).SignedOutRoute }));

export function prefetchRoute(path: string): void {
  void Promise.allSettled(loadersOf(path).map((fetchCode) => fetchCode()));
}

function loadersOf(path: string): readonly (() => Promise<unknown>)[] {
  if (path.startsWith('/sign-in')) return [load.signIn];
  if (path.startsWith('/l/')) return [load.publicLink];
  if (path.startsWith('/sign-up') || path.startsWith('/reset')) return [load.accounts];
  if (path.startsWith('/auth/')) return [load.callback];
  if (path.startsWith('/welcome')) return [load.welcome];
  if (path === '/join' || path === '/new-password') return [load.oneTimeLink];
  if (path.startsWith('/signed-out')) return [load.signedOut];
  if (path === '/' || path.startsWith('/s/')) return [load.signedIn];
  return [load.signedIn, async () => await (await loadOtherPages()).prefetchPage(path)];
}
