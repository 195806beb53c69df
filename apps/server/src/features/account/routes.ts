import { openRoute, personRoute, pictureRoute, type RequestFacts, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import type { SignInRateLimits } from '../sign-in/index.ts';
import { removeAuthenticator, startAuthenticator, verifyAuthenticator } from './authenticator.ts';
import { deleteAccount } from './delete-account.ts';
import { confirmReset, confirmSignUp, resendSignUp, resetPassword, signUp } from './public-account.ts';
import { getFactors, preferFactor, setMessageFactor } from './factors.ts';
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './passkeys.ts';
import { changePassword } from './password.ts';
import { getPicture, removePicture, setPicture } from './picture.ts';
import { changeEmail, keepEmail, updateProfile, verifyEmail } from './profile.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { useRecoveryCode } from './use-recovery-code.ts';
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts';

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId'> & {
  /** Shared with sign-in. */
  readonly limits: SignInRateLimits;
};

export function accountRoutes(services: Needs): readonly Route[] {
  return [
    personRoute('listSessions', async ({ actor }) => listSessions(services, actor)),
    personRoute('endSession', async ({ actor, params }) => endOneSession(services, actor, params.sessionId)),
    personRoute('endOtherSessions', async ({ actor }) => endOtherSessions(services, actor)),
    personRoute('changePassword', async ({ actor, body }) => changePassword(services, actor, body)),
    personRoute('updateProfile', async ({ actor, body }) => updateProfile(services, actor, body)),
    pictureRoute('getPicture', async ({ params, reply }) => getPicture(services, params.pictureId, reply)),
    personRoute('setPicture', async ({ actor, body }) => setPicture(services, actor, body)),
    personRoute('removePicture', async ({ actor }) => removePicture(services, actor)),
    personRoute('changeEmail', async ({ actor, body }) => changeEmail(services, actor, body)),
    personRoute('verifyEmail', async ({ actor, body }) => verifyEmail(services, actor, body)),
    personRoute('keepEmail', async ({ actor }) => keepEmail(services, actor)),
    personRoute('getFactors', async ({ actor }) => getFactors(services, actor)),
    personRoute('setMessageFactor', async ({ actor, body }) => setMessageFactor(services, actor, body)),
    personRoute('preferFactor', async ({ actor, body }) => preferFactor(services, actor, body)),
    personRoute('makeRecoveryCodes', async ({ actor }) => makeRecoveryCodes(services, actor)),
    personRoute('startAuthenticator', async ({ actor }) => startAuthenticator(services, actor)),
    personRoute('verifyAuthenticator', async ({ actor, body }) => verifyAuthenticator(services, actor, body)),
    personRoute('removeAuthenticator', async ({ actor }) => removeAuthenticator(services, actor)),
    personRoute('listPasskeys', async ({ actor }) => listPasskeys(services, actor)),
    personRoute('startPasskey', async ({ actor }) => startPasskey(services, actor)),
    personRoute('addPasskey', async ({ actor, body }) => addPasskey(services, actor, body)),
    personRoute('renamePasskey', async ({ actor, params, body }) =>
      renamePasskey(services, actor, { ...params, ...body }),
    ),
    personRoute('removePasskey', async ({ actor, params }) =>
      removePasskey(services, actor, params.passkeyId),
    ),
    personRoute('deleteAccount', async ({ actor, body, reply }) => {
      const deleted = await deleteAccount(services, actor, body);
      if (deleted.ok) reply.clearCookie('session');
      return deleted;
    }),
    openRoute('useRecoveryCode', async ({ body, request, reply }) => {
      const used = await useRecoveryCode(services, {
        code: body.code,
        attemptSecret: request.cookie('attempt'),
      });
      if (used.ok) reply.clearCookie('attempt');
      return used;
    }),
    openRoute('signUp', async ({ body, request }) => signUp(services, { ...body, ...fromOf(request) })),
    openRoute('confirmSignUp', async ({ body, request }) =>
      confirmSignUp(services, { ...body, ...fromOf(request) }),
    ),
    openRoute('resendSignUp', async ({ body, request }) =>
      resendSignUp(services, { ...body, ...fromOf(request) }),
    ),
    openRoute('resetPassword', async ({ body, request }) =>
      resetPassword(services, { ...body, ...fromOf(request) }),
    ),
    openRoute('confirmReset', async ({ body, request }) =>
      confirmReset(services, { ...body, ...fromOf(request) }),
    ),
  ];
}

function fromOf(request: RequestFacts): {
  readonly address: string;
  readonly deviceCookie: string | undefined;
} {
  return { address: request.address, deviceCookie: request.cookie('device') };
}
