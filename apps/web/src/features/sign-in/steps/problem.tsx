import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { SignInProblem } from '../../../api/session/password-sign-in.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { useText } from './texts.ts';

export function Problem({ problem }: { readonly problem: SignInProblem }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  return (
    <Banner tone="danger" isAlert>
      <p>
        {problem.kind === 'refused'
          ? ofError(problem.error)
          : text(problem.kind === 'insecure' ? 'sign-in.insecure' : 'sign-in.unprovable')}
      </p>
    </Banner>
  );
}
