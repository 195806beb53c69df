import { LIMITS } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { openRoute, personRoute, type Reply, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { answerSignIn } from './answer-sign-in.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { createDoorLimits } from './door-limits.ts';
import { getFactors } from './get-factors.ts';
import { getSession } from './get-session.ts';
import { getSignIn } from './get-sign-in.ts';
import { REPEAT_MS } from './model.ts';
import { seconds } from './present.ts';
import { removeAuthenticator } from './remove-authenticator.ts';
import { resendSignIn } from './resend-sign-in.ts';
import type { ResumedSignIn } from './resume-attempt.ts';
import { signOut } from './sign-out.ts';
import { startAuthenticator } from './start-authenticator.ts';
import { startSignIn } from './start-sign-in.ts';
import { verifyAuthenticator } from './verify-authenticator.ts';
import { welcome } from './welcome.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log' | 'newId'>;

/** The calls of sign-in, session, first administrator and own factors. */
export function sessionRoutes(given: Needs): readonly Route[] {
  const services = { ...given, limits: createDoorLimits(given.clock) };
  return [
    openRoute('getSession', async ({ actor }) => ok(await getSession(services, actor))),
    openRoute('signOut', async ({ request, reply }) => {
      await signOut(services, {
        sessionSecret: request.cookie('session'),
        attemptSecret: request.cookie('attempt'),
      });
      reply.clearCookie('session');
      reply.clearCookie('attempt');
      // Not "cookies": that would reach the neighbours on sibling domains. Not "cache": nothing private is cacheable.
      reply.header('Clear-Site-Data', '"storage"');
      return ok(undefined);
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
    personRoute('getFactors', async ({ actor }) => getFactors(services, actor)),
    personRoute('startAuthenticator', async ({ actor }) => startAuthenticator(services, actor)),
    personRoute('verifyAuthenticator', async ({ actor, body }) => verifyAuthenticator(services, actor, body)),
    personRoute('removeAuthenticator', async ({ actor }) => removeAuthenticator(services, actor)),
  ];
}

function show(resumed: ResumedSignIn, reply: Reply): ResumedSignIn['step'] {
  if (resumed.sessionSecret !== undefined) {
    reply.setCookie('session', resumed.sessionSecret, seconds(LIMITS.sessionAbsoluteMs));
  }
  return resumed.step;
}
