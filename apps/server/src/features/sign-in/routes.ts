import { SERVER_LIMITS } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { openRoute, type Reply, type RequestFacts, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { seconds, signOut } from '../session/index.ts';
import { REPEAT_MS } from './model.ts';
import { answerSignIn } from './answer-sign-in.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import type { SignInRateLimits } from './limits/sign-in-rate-limits.ts';
import { finishRedirect } from './finish-redirect.ts';
import { getSignIn } from './get-sign-in.ts';
import { DEVICE_LIFE_MS, rememberDevice } from './limits/known-device.ts';
import { resendSignIn } from './resend-sign-in.ts';
import type { ResumedSignIn } from './resume-attempt.ts';
import { REDIRECT_LIFE_MS, startRedirect } from './start-redirect.ts';
import { startSignIn } from './start-sign-in.ts';
import { welcome } from './welcome.ts';

type Needs = Pick<
  Services,
  'clock' | 'config' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId' | 'settings'
> & {
  /** Shared with sign-up and password reset. */
  readonly limits: SignInRateLimits;
};

export function signInRoutes(services: Needs): readonly Route[] {
  return [
    openRoute('signOut', async ({ request, reply }) => {
      const next = await signOut(services, {
        sessionSecret: request.cookie('session'),
        alongside: async (tx) => await cancelSignIn({ db: tx }, request.cookie('attempt')),
      });
      reply.clearCookie('session');
      reply.clearCookie('attempt');
      // "cookies" would also clear those of sibling domains. "cache" is unnecessary, because nothing private is
      // cacheable.
      reply.header('Clear-Site-Data', '"storage"');
      return ok({ next: next ?? null });
    }),
    openRoute('welcome', async ({ body, request }) =>
      welcome(services, { ...body, address: request.address }),
    ),
    openRoute('getSignIn', async ({ request, reply }) =>
      ok(show(await getSignIn(services, request.cookie('attempt')), { services, request, reply })),
    ),
    openRoute('startSignIn', async ({ body, request, reply }) => {
      const started = await startSignIn(services, {
        ...body,
        address: request.address,
        previousSecret: request.cookie('attempt'),
        deviceCookie: request.cookie('device'),
      });
      if (!started.ok) return started;
      reply.setCookie('attempt', started.value.attemptSecret, seconds(SERVER_LIMITS.signInAttemptMs));
      return ok(started.value.step);
    }),
    openRoute('answerSignIn', async ({ body, request, reply }) => {
      const attemptSecret = request.cookie('attempt');
      const answered = await answerSignIn(services, {
        answer: body,
        attemptSecret,
        sessionSecret: request.cookie('session'),
        address: request.address,
        userAgent: request.userAgent,
      });
      if (!answered.ok) return answered;
      if (answered.value.opened !== undefined && attemptSecret !== undefined) {
        // Keeps the attempt's cookie, so that the last answer can be repeated.
        reply.setCookie('attempt', attemptSecret, seconds(REPEAT_MS));
      }
      return ok(show(answered.value, { services, request, reply }));
    }),
    openRoute('resendSignIn', async ({ request }) => {
      const resent = await resendSignIn(services, {
        attemptSecret: request.cookie('attempt'),
        deviceCookie: request.cookie('device'),
        address: request.address,
      });
      return resent.ok ? ok(resent.value.step) : resent;
    }),
    openRoute('cancelSignIn', async ({ request, reply }) => {
      await cancelSignIn(services, request.cookie('attempt'));
      reply.clearCookie('attempt');
      return ok(undefined);
    }),
    ...redirectRoutes(services),
  ];
}

function redirectRoutes(services: Needs): readonly Route[] {
  return [
    openRoute('startRedirect', async ({ body, request, reply }) => {
      const started = await startRedirect(services, { ...body, address: request.address });
      if (!started.ok) return started;
      reply.setCookie('redirect', started.value.redirectSecret, seconds(REDIRECT_LIFE_MS));
      return ok({ url: started.value.url });
    }),
    openRoute('finishRedirect', async ({ body, request, reply }) => {
      const finished = await finishRedirect(services, {
        query: body.query,
        redirectSecret: request.cookie('redirect'),
        previousSecret: request.cookie('session'),
        address: request.address,
        userAgent: request.userAgent,
        onTaken: () => reply.clearCookie('redirect'),
      });
      if (!finished.ok) return finished;
      reply.clearCookie('attempt');
      reply.setCookie('session', finished.value.sessionSecret, seconds(SERVER_LIMITS.sessionAbsoluteMs));
      return ok({ returnTo: finished.value.returnTo });
    }),
  ];
}

function show(
  { step, opened }: ResumedSignIn,
  {
    services,
    request,
    reply,
  }: {
    readonly services: Pick<Services, 'cipher' | 'clock'>;
    readonly request: RequestFacts;
    readonly reply: Reply;
  },
): ResumedSignIn['step'] {
  if (opened !== undefined) {
    const { secret, username } = opened;
    reply.setCookie('session', secret, seconds(SERVER_LIMITS.sessionAbsoluteMs));
    const device = rememberDevice(services, { cookie: request.cookie('device'), username });
    reply.setCookie('device', device, seconds(DEVICE_LIFE_MS));
  }
  return step;
}
