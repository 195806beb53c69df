import { Button } from '../../../ui/controls/button.tsx';
import { chooseAgain } from './choose-again.ts';
import type { Summary } from '../model/summary.ts';
import { useText } from '../texts.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import styles from './transfer-tray.module.css';

interface ResumeBarProps {
  readonly summary: Summary;
  readonly engine: TransferEngine;
}

/** Asks once for what all interrupted uploads need: permission or files. */
export function ResumeBar({ summary, engine }: ResumeBarProps) {
  const { interrupted, needPermission, activeElsewhere } = summary;
  const text = useText();
  // Uploads of other devices count as single files, but those running there need no action.
  const single = summary.singleFiles - activeElsewhere;
  return (
    <div className={styles['resume']}>
      {needPermission > 0 && (
        <Button tone="primary" onClick={() => void engine.resumeWithPermission()}>
          {text('transfer.continue')}
        </Button>
      )}
      {single > 0 && (
        <Button onClick={() => chooseAgain(engine, { isFolder: false })}>
          {text('transfer.chooseFile', { count: single })}
        </Button>
      )}
      {single < interrupted - activeElsewhere && (
        <Button onClick={() => chooseAgain(engine, { isFolder: true })}>
          {text('transfer.chooseFolder')}
        </Button>
      )}
    </div>
  );
}
