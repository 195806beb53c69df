import { assert, ok, parseJson, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { AuthResponse, AuthResult, SignInContext } from '../../challenges/answer.ts';
import { CHALLENGE_NAMES } from '../../challenges/flow.ts';
import type { PoolError } from '../../errors.ts';
import { completeInteraction } from '../complete.ts';
import { type PendingChallenge, rotateBrowser } from '../interaction.ts';
import { redirect } from '../respond.ts';
import { showFault } from './fault-page.ts';
import { linkTo, type PageContext } from './page-context.ts';
import { callPool } from './pool-call.ts';

/** Runs a step. Session and code are written in its transaction. */
export async function runStep(
  context: PageContext,
  step: {
    readonly name: string;
    readonly run: (signIn: SignInContext) => AuthResult;
  },
): Promise<Result<Response, PoolError>> {
  const { deps, hosted, interaction } = context;
  const end: { response: Response | undefined } = { response: undefined };
  const result = await step.run({
    client: interaction.client,
    address: hosted.caller.address,
    userAgent: hosted.caller.userAgent,
    finish: async (tx, { account }) => {
      end.response = await completeInteraction(deps, tx, {
        interaction,
        accountId: account.id,
        provider: null,
      });
    },
  });
  if (!result.ok) return result;
  if (result.value.ChallengeName !== undefined) return await showChallenge(context, step.name, result.value);
  const { client, request } = interaction;
  if (end.response === undefined) {
    const progress = { ...interaction.progress, name: step.name };
    return ok(await showFault(deps, hosted, { code: 'used', request, progress }));
  }
  deps.log.info('hosted_sign_in', { pool: client.pool.id, client: client.id });
  return ok(end.response);
}

async function showChallenge(
  context: PageContext,
  name: string,
  response: AuthResponse,
): Promise<Result<Response, PoolError>> {
  const { interaction } = context;
  const { ChallengeName = '', Session, ChallengeParameters, AvailableChallenges = [] } = response;
  const challengeName = CHALLENGE_NAMES.find((known) => known === ChallengeName);
  assert(challengeName !== undefined, 'the challenge has an unknown name');
  const begun: PendingChallenge = {
    name: challengeName,
    ...(Session === undefined ? {} : { session: Session }),
    // The typed name leads to the same decoy user again; the decoy's id would not.
    username: name,
    parameters: { ...ChallengeParameters },
    available: [...AvailableChallenges],
  };
  const isAppOnly =
    ChallengeName === 'MFA_SETUP' &&
    listOf(ChallengeParameters['MFAS_CAN_SETUP']).join() === 'SOFTWARE_TOKEN_MFA';
  const challenge = isAppOnly ? await associateApp(context, begun) : ok(begun);
  if (!challenge.ok) return challenge;
  const { notice: _, ...progress } = interaction.progress;
  const next = { ...progress, name, challenge: challenge.value, step: progress.step + 1 };
  const cookie = await rotateBrowser(context.deps, interaction, next);
  const isSecure = context.deps.publicUrl.startsWith('https:');
  return ok(redirect(linkTo(context, 'challenge'), { status: 303, cookies: [cookie], isSecure }));
}

const associatedSchema = z.object({ SecretCode: z.string(), Session: z.string() });

/** Returns a new authenticator secret, which becomes active with its first right code. */
export async function associateApp(
  context: PageContext,
  challenge: PendingChallenge,
): Promise<Result<PendingChallenge, PoolError>> {
  const associated = await callPool(context, 'AssociateSoftwareToken', { Session: challenge.session });
  if (!associated.ok) return associated;
  const { SecretCode, Session } = associatedSchema.parse(Object.fromEntries(associated.value));
  return ok({ ...challenge, session: Session, secret: SecretCode, choice: 'SOFTWARE_TOKEN_MFA' });
}

export function listOf(text: string | undefined): readonly string[] {
  const parsed = z.array(z.string()).safeParse(parseJson(text ?? '[]'));
  return parsed.success ? parsed.data : [];
}
