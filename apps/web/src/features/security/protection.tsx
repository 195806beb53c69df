import type { Factors } from '@coffer/contracts';
import { passkeysQuery } from '../../api/session/factors.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { goToSection } from '../../ui/page/section.tsx';
import { Verdict } from '../../ui/feedback/verdict.tsx';
import { useText } from './texts.ts';

const FEW_CODES = 3;

export const SECTIONS = { authenticator: 'authenticator', recovery: 'recovery-codes' } as const;

interface ProtectionProps {
  readonly factors: Factors;
  readonly hasPasskeys: boolean;
}

/** How well the account is protected, and the one next step. */
export function Protection({ factors, hasPasskeys }: ProtectionProps) {
  return hasPasskeys ? <WithPasskeys factors={factors} /> : <Judged factors={factors} passkeys={0} />;
}

function WithPasskeys({ factors }: Pick<ProtectionProps, 'factors'>) {
  const { data, isPending } = useQuery(passkeysQuery());
  return isPending ? null : <Judged factors={factors} passkeys={data?.items.length ?? 0} />;
}

interface JudgedProps {
  readonly factors: Factors;
  readonly passkeys: number;
}

function Judged({ factors, passkeys }: JudgedProps) {
  const text = useText();
  const hasSecondFactor = factors.authenticator || factors.email || factors.sms;
  if (!hasSecondFactor && passkeys === 0) {
    return (
      <Verdict
        tone="warning"
        title={text('security.verdict.password')}
        action={
          <Button onClick={() => goToSection(SECTIONS.authenticator)}>
            {text('security.verdict.setUp')}
          </Button>
        }
      >
        {text('security.verdict.password.text')}
      </Verdict>
    );
  }
  const { recoveryCodesLeft: left } = factors;
  if (factors.authenticator && left !== null && left <= FEW_CODES) {
    return (
      <Verdict
        tone="warning"
        title={text('security.verdict.codes', { count: left })}
        action={
          <Button onClick={() => goToSection(SECTIONS.recovery)}>{text('security.verdict.newCodes')}</Button>
        }
      >
        {text('security.verdict.codes.text', { count: left })}
      </Verdict>
    );
  }
  return (
    <Verdict tone="success" title={text('security.verdict.good')}>
      {text(goodReason(hasSecondFactor, passkeys))}
    </Verdict>
  );
}

function goodReason(hasSecondFactor: boolean, passkeys: number) {
  if (hasSecondFactor && passkeys > 0) return 'security.verdict.both';
  return hasSecondFactor ? 'security.verdict.factor' : 'security.verdict.passkey';
}
