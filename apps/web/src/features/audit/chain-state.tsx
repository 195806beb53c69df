import type { AuditVerification } from '@coffer/contracts';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Verdict } from '../../ui/feedback/verdict.tsx';
import styles from './audit.module.css';
import { useText } from './texts.ts';
import { useChainCheck } from './use-chain-check.ts';

/**
 * Shows at the top of the page whether the audit trail is intact. It is verified when the page opens, and on request.
 */
export function ChainState() {
  const [round, setRound] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  useFocusInRows(area);
  return (
    <div ref={area}>
      <Check key={round} onAgain={() => setRound(round + 1)} />
    </div>
  );
}

function Check({ onAgain }: { readonly onAgain: () => void }) {
  const text = useText();
  const errors = useErrorTexts();
  const { number } = useFormats();
  const check = useChainCheck();
  const action = (
    <Button icon={RotateCw} isBusy={check.state === 'checking'} onClick={onAgain}>
      {text('audit.chain.again')}
    </Button>
  );
  switch (check.state) {
    case 'checking': {
      const { part } = check;
      return (
        <div className={styles['checking']}>
          <output>
            {part === undefined
              ? text('audit.chain.checking')
              : text('audit.chain.progress', { done: number(part.after), total: number(part.rows) })}
          </output>
          {action}
        </div>
      );
    }
    case 'failed':
      return (
        <Verdict tone="warning" title={text('audit.chain.failed')} action={action}>
          {errors.ofError(apiErrorOf(check.cause))}
        </Verdict>
      );
    case 'checked':
      return <Result result={check.result} at={check.at} action={action} />;
  }
}

function Result({
  result,
  at,
  action,
}: {
  readonly result: AuditVerification;
  readonly at: Date;
  readonly action: ReactNode;
}) {
  const text = useText();
  const { date, dateTime, number } = useFormats();
  const { fault, rows, firstAt, headAt, areHeadsRead } = result;
  const checked = text('audit.chain.checked', { time: dateTime(at) });
  if (fault !== null) {
    return (
      <Verdict tone="danger" title={text('audit.chain.broken')} action={action}>
        {text(`audit.chain.fault.${fault.kind}`, { row: number(fault.sequence) })} {checked}
      </Verdict>
    );
  }
  const stored = headAt === null ? '' : ` ${text('audit.chain.head', { time: dateTime(headAt) })}`;
  if (!areHeadsRead) {
    return (
      <Verdict tone="warning" title={text('audit.chain.halfKnown')} action={action}>
        {text('audit.chain.noHeads')} {checked}
      </Verdict>
    );
  }
  return (
    <Verdict tone="success" title={text('audit.chain.whole')} action={action}>
      {firstAt !== null && `${text('audit.chain.rows', { count: rows, date: date(firstAt) })} `}
      {checked}
      {stored}
    </Verdict>
  );
}
