import { numberFact } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import type { SignInProblem } from '../../api/session/password-sign-in.ts';
import { useText } from './texts.ts';

export function useProblemMessage(problem: SignInProblem | undefined): string | undefined {
  const text = useText();
  const { ofError } = useErrorTexts();
  if (problem === undefined) return undefined;
  if (problem.kind !== 'refused') return text('step-up.unprovable');
  const { error } = problem;
  if (error.code === 'sign_in_failed') return text('step-up.wrong');
  const triesLeft = numberFact(error, 'tries_left');
  const words = ofError(error);
  return triesLeft === undefined ? words : `${words} ${text('step-up.triesLeft', { count: triesLeft })}`;
}
