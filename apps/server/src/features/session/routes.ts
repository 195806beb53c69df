import { LIMITS } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { openRoute, type Reply, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { answerSignIn } from './answer-sign-in.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { createDoorLimits, type DoorLimits } from './door-limits.ts';
import { finishRedirect } from './finish-redirect.ts';
import { getSession } from './get-session.ts';
import { getSignIn } from './get-sign-in.ts';
import { REPEAT_MS } from './model.ts';
import { seconds } from './present.ts';
import { resendSignIn } from './resend-sign-in.ts';
import type { ResumedSignIn } from './resume-attempt.ts';
import { signOut } from './sign-out.ts';
import { REDIRECT_LIFE_MS, startRedirect } from './start-redirect.ts';
import { startSignIn } from './start-sign-in.ts';
import { welcome } from './welcome.ts';

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId'>;

/** The calls of sign-in, session and first administrator. */
export function sessionRoutes(given: Needs): readonly Route[] {
  const services = { ...given, limits: createDoorLimits(given.clock) };
  return [
    openRoute('getSession', async ({ actor }) => ok(await getSession(services, actor))),
    openRoute('getStanding', async ({ actor }) => ok({ personId: actor?.person.id ?? null })),
    openRoute('signOut', async ({ request, reply }) => {
      const next = await signOut(services, {
        sessionSecret: request.cookie('session'),
        attemptSecret: request.cookie('attempt'),
      });
      reply.clearCookie('session');
      reply.clearCookie('attempt');
      // Not "cookies": that would reach the neighbours on sibling domains. Not "cache": nothing private is cacheable.
      reply.header('Clear-Site-Data', '"storage"');
      return ok({ next: next ?? null });
    }),
    openRoute('welcome', async ({ body, request }) =>
      welcome(services, { ...body, address: request.address }),
    ),
    openRoute('getSignIn', async ({ request, reply }) =>
      ok(show(await getSignIn(services, request.cookie('attempt')), reply)),
    ),
    openRoute('startSignIn', async ({ body, request, reply }) => {
      const started = await startSignIn(services, {
        ...body,
        address: request.address,
        previousSecret: request.cookie('attempt'),
      });
      if (!started.ok) return started;
      reply.setCookie('attempt', started.value.attemptSecret, seconds(LIMITS.signInAttemptMs));
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
      if (answered.value.sessionSecret !== undefined && attemptSecret !== undefined) {
        // Kept for as long as the last answer may be repeated.
        reply.setCookie('attempt', attemptSecret, seconds(REPEAT_MS));
      }
      return ok(show(answered.value, reply));
    }),
    openRoute('resendSignIn', async ({ request, reply }) => {
      const resent = await resendSignIn(services, {
        attemptSecret: request.cookie('attempt'),
        address: request.address,
      });
      return resent.ok ? ok(show(resent.value, reply)) : resent;
    }),
    openRoute('cancelSignIn', async ({ request, reply }) => {
      await cancelSignIn(services, request.cookie('attempt'));
      reply.clearCookie('attempt');
      return ok(undefined);
    }),
    ...redirectRoutes(services),
  ];
}

/** The way out to another issuer, and the way back. */
function redirectRoutes(services: Needs & { readonly limits: DoorLimits }): readonly Route[] {
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
      });
      reply.clearCookie('redirect');
      if (!finished.ok) return finished;
      reply.clearCookie('attempt');
      reply.setCookie('session', finished.value.sessionSecret, seconds(LIMITS.sessionAbsoluteMs));
      return ok({ returnTo: finished.value.returnTo });
    }),
  ];
}

function show(resumed: ResumedSignIn, reply: Reply): ResumedSignIn['step'] {
  if (resumed.sessionSecret !== undefined) {
    reply.setCookie('session', resumed.sessionSecret, seconds(LIMITS.sessionAbsoluteMs));
  }
  return resumed.step;
}
