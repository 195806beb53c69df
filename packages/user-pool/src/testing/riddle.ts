/** CUSTOM_AUTH hooks in Lambda style: two riddles, three attempts. Attributes and metadata select special cases. */
interface RiddleEvent {
  readonly triggerSource: string;
  readonly userName: string;
  readonly request: {
    readonly session: readonly { readonly challengeName: string; readonly challengeResult: boolean }[];
    readonly userNotFound?: boolean;
    readonly clientMetadata?: Readonly<Record<string, string>>;
    readonly privateChallengeParameters?: Readonly<Record<string, string>>;
    readonly challengeAnswer?: string;
  };
  response: Record<string, unknown>;
}

export const seenEvents: RiddleEvent[] = [];
const WRONG_MAX = 3;
const ROUNDS = 2;

export async function defineAuthChallenge(event: RiddleEvent): Promise<RiddleEvent> {
  seenEvents.push(structuredClone(event));
  const wish = event.request.clientMetadata?.['wish'];
  if (wish === 'throw') throw new Error('the sphinx sleeps');
  if (wish === 'nonsense') return { ...event, response: { issueTokens: 'perhaps' } };
  if (wish === 'everybody') return { ...event, response: { issueTokens: true } };
  if (wish === 'forever') return { ...event, response: { challengeName: 'CUSTOM_CHALLENGE' } };
  const { session } = event.request;
  const riddles = session.filter(({ challengeName }) => challengeName === 'CUSTOM_CHALLENGE');
  const right = riddles.filter(({ challengeResult }) => challengeResult).length;
  if (session.at(-1)?.challengeName === 'SRP_A') event.response = { challengeName: 'PASSWORD_VERIFIER' };
  else if (right >= ROUNDS) event.response = { issueTokens: true };
  else if (riddles.length - right >= WRONG_MAX) event.response = { failAuthentication: true };
  else event.response = { challengeName: 'CUSTOM_CHALLENGE' };
  return event;
}

export async function createAuthChallenge(event: RiddleEvent): Promise<RiddleEvent> {
  seenEvents.push(structuredClone(event));
  event.response = {
    publicChallengeParameters: { riddle: 'What walks on four legs in the morning?' },
    privateChallengeParameters: { answer: 'man-of-Thebes' },
    challengeMetadata: 'SPHINX',
  };
  return event;
}

export function verifyAuthChallenge(event: RiddleEvent): RiddleEvent {
  seenEvents.push(structuredClone(event));
  const { privateChallengeParameters, challengeAnswer } = event.request;
  event.response = { answerCorrect: challengeAnswer === privateChallengeParameters?.['answer'] };
  return event;
}
