import type { Caller, Deps } from '../deps.ts';
import { findAsset } from './assets.ts';
import { readCookies } from './cookies.ts';
import type { HostedRequest } from './hosted-request.ts';
import { answerAuthorize } from './oauth/authorize.ts';
import { answerLogout } from './oauth/logout.ts';
import { answerRevoke } from './oauth/revoke.ts';
import { answerToken } from './oauth/token.ts';
import { answerUserInfo } from './oauth/user-info.ts';
import { answerChallengePage, showChallengePage } from './pages/challenge-page.ts';
import { showFault } from './pages/fault-page.ts';
import { answerLogin, showLogin } from './pages/login-page.ts';
import {
  answerConfirmForgotPassword,
  answerForgotPassword,
  showConfirmForgotPassword,
  showForgotPassword,
} from './pages/password-pages.ts';
import {
  answerConfirmUser,
  answerResendCode,
  answerSignUp,
  showConfirmUser,
  showSignUp,
} from './pages/sign-up-pages.ts';
import { pagePath } from './paths.ts';
import { respondAsset, respondJson, respondTooMany } from './respond.ts';

/** Request limits refill within a second. */
const REQUEST_WAIT = { retryAfterSeconds: 1 } as const;

type Answer = (deps: Deps, hosted: HostedRequest) => Promise<Response>;

interface Route {
  readonly GET?: Answer;
  readonly POST?: Answer;
  readonly isOpen?: boolean;
  /** The operation whose rate limit applies. */
  readonly countsAs?: string;
}

/** Shows the page or, if the URL has a `client_id` (as Cognito allows), starts an authorization request. */
const orEntry =
  (entry: 'login' | 'signup' | 'forgotPassword', show: Answer): Answer =>
  async (deps, hosted) =>
    hosted.query.has('client_id') ? await answerAuthorize(deps, hosted, entry) : await show(deps, hosted);

/** Loaded on demand, because few pools have external identity providers and the library for them is large. */
const startFederation: Answer = async (deps, hosted) =>
  await (await import('./federation/start.ts')).answerProviderLink(deps, hosted);
const finishFederation: Answer = async (deps, hosted) =>
  await (await import('./federation/finish.ts')).answerProviderReply(deps, hosted);

const ROUTES: Readonly<Record<string, Route>> = {
  '/oauth2/authorize': {
    GET: (deps, hosted) => answerAuthorize(deps, hosted, 'login'),
    countsAs: 'RespondToAuthChallenge',
  },
  '/oauth2/token': { POST: answerToken, isOpen: true, countsAs: 'GetTokensFromRefreshToken' },
  '/oauth2/userInfo': { GET: answerUserInfo, POST: answerUserInfo, isOpen: true, countsAs: 'GetUser' },
  '/oauth2/revoke': { POST: answerRevoke, isOpen: true, countsAs: 'RevokeToken' },
  '/oauth2/idpresponse': { GET: finishFederation, countsAs: 'RespondToAuthChallenge' },
  '/logout': { GET: answerLogout, countsAs: 'RespondToAuthChallenge' },
  '/login': { GET: orEntry('login', showLogin), POST: answerLogin, countsAs: 'InitiateAuth' },
  '/login/provider': { GET: startFederation, countsAs: 'InitiateAuth' },
  '/challenge': { GET: showChallengePage, POST: answerChallengePage, countsAs: 'RespondToAuthChallenge' },
  '/signup': { GET: orEntry('signup', showSignUp), POST: answerSignUp, countsAs: 'SignUp' },
  '/confirmUser': { GET: showConfirmUser, POST: answerConfirmUser, countsAs: 'ConfirmSignUp' },
  '/resendcode': { POST: answerResendCode, countsAs: 'ResendConfirmationCode' },
  '/forgotPassword': {
    GET: orEntry('forgotPassword', showForgotPassword),
    POST: answerForgotPassword,
    countsAs: 'ForgotPassword',
  },
  '/confirmForgotPassword': {
    GET: showConfirmForgotPassword,
    POST: answerConfirmForgotPassword,
    countsAs: 'ConfirmForgotPassword',
  },
};

export interface HostedRoute {
  readonly path: string;
  readonly isOpen: boolean;
  readonly countsAs: string | undefined;
  answer(): Promise<Response>;
  fail(code: 'too_many_requests' | 'internal'): Promise<Response>;
}

export function findHostedRoute(deps: Deps, request: Request, caller: Caller): HostedRoute | undefined {
  const url = new URL(request.url);
  const prefix = pagePath(deps.publicUrl, '');
  if (!url.pathname.startsWith(`${prefix}/`)) return undefined;
  const path = url.pathname.slice(prefix.length);
  const cookies = readCookies(deps.publicUrl, request.headers.get('cookie'));
  const hosted = { request, query: url.searchParams, cookies, caller };
  const asset = findAsset(path);
  const route = asset === undefined && Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  if (asset === undefined && route === undefined) return undefined;
  const isOpen = route?.isOpen === true;
  const answer = route === undefined ? undefined : answerOf(route, request.method);
  return {
    path,
    isOpen,
    countsAs: route?.countsAs,
    async answer() {
      if (asset !== undefined) return respondAsset(asset.body, asset.type);
      if (answer !== undefined) return await answer(deps, hosted);
      return await showFault(deps, hosted, { code: 'method_not_allowed' });
    },
    async fail(code) {
      if (!isOpen) return await showFault(deps, hosted, { code });
      return code === 'too_many_requests'
        ? respondTooMany(REQUEST_WAIT)
        : respondJson(500, { error: 'server_error' });
    },
  };
}

function answerOf(route: Route, method: string): Answer | undefined {
  if (method === 'POST') return route.POST;
  return method === 'GET' || method === 'HEAD' ? route.GET : undefined;
}
