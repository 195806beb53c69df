import { Button } from '../../ui/button.tsx';
import { chooseAgain } from './choose-again.ts';
import type { Transfer } from './machine.ts';
import { useText } from './texts.ts';
import type { TransferEngine } from './transfer-engine.ts';
import styles from './transfer-tray.module.css';

interface TakeUpBarProps {
  readonly interrupted: readonly Transfer[];
  readonly engine: TransferEngine;
}

/** What interrupted uploads need to go on: leave to read their files again, or the files. Once for all of them. */
export function TakeUpBar({ interrupted, engine }: TakeUpBarProps) {
  const text = useText();
  const single = interrupted.filter(({ path }) => path.length === 1).length;
  return (
    <div className={styles['takeUp']}>
      {interrupted.some(({ lack }) => lack === 'leave') && (
        <Button tone="primary" onClick={() => void engine.goOn()}>
          {text('transfer.goOn')}
        </Button>
      )}
      {single > 0 && (
        <Button onClick={() => chooseAgain(engine, { isFolder: false })}>
          {text('transfer.chooseFile', { count: single })}
        </Button>
      )}
      {single < interrupted.length && (
        <Button onClick={() => chooseAgain(engine, { isFolder: true })}>
          {text('transfer.chooseFolder')}
        </Button>
      )}
    </div>
  );
}
