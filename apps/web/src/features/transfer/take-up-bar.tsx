import { Button } from '../../ui/button.tsx';
import { chooseAgain } from './choose-again.ts';
import type { Summary } from './summary.ts';
import { useText } from './texts.ts';
import type { TransferEngine } from './transfer-engine.ts';
import styles from './transfer-tray.module.css';

interface TakeUpBarProps {
  readonly summary: Summary;
  readonly engine: TransferEngine;
}

/** What interrupted uploads need to go on: leave to read their files again, or the files. Once for all of them. */
export function TakeUpBar({ summary, engine }: TakeUpBarProps) {
  const { interrupted, toAllow, held } = summary;
  const text = useText();
  // Those of other devices lie in no folder, and nothing is wanted for those that go on there.
  const single = summary.single - held;
  return (
    <div className={styles['takeUp']}>
      {toAllow > 0 && (
        <Button tone="primary" onClick={() => void engine.goOn()}>
          {text('transfer.goOn')}
        </Button>
      )}
      {single > 0 && (
        <Button onClick={() => chooseAgain(engine, { isFolder: false })}>
          {text('transfer.chooseFile', { count: single })}
        </Button>
      )}
      {single < interrupted - held && (
        <Button onClick={() => chooseAgain(engine, { isFolder: true })}>
          {text('transfer.chooseFolder')}
        </Button>
      )}
    </div>
  );
}
