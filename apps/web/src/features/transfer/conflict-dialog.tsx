import type { ConflictRule } from '@coffer/contracts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Dialog } from '../../ui/overlays/index.ts';
import type { TransferEngine } from './transfer-engine.ts';
import type { Conflict } from './shown.ts';
import { useText } from './texts.ts';
import styles from './transfer-tray.module.css';

interface ConflictDialogProps {
  /** The names of one batch that are taken; there may be more of them while it is open. */
  readonly conflict: Conflict;
  readonly engine: TransferEngine;
  readonly onClose: () => void;
}

const CHOICES = ['replace', 'rename', 'skip'] as const satisfies readonly ConflictRule[];

/** One question for a whole batch. Closing it decides nothing and overwrites nothing. */
export function ConflictDialog({ conflict, engine, onClose }: ConflictDialogProps) {
  const { first, count, isAlone } = conflict;
  const text = useText();
  const [choice, setChoice] = useState<(typeof CHOICES)[number]>('rename');
  const [isForAll, setForAll] = useState(true);
  const handleApply = (): void => {
    engine.decide(first.id, choice, isForAll);
    if (isForAll) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={text('transfer.conflict.title', { count })}
      closeLabel={text('transfer.conflict.later')}
      footer={
        <>
          <Button onClick={onClose}>{text('transfer.conflict.later')}</Button>
          <Button tone="primary" onClick={handleApply}>
            {text('transfer.conflict.apply')}
          </Button>
        </>
      }
    >
      <ChoiceGroup
        label={text('transfer.conflict.explain', { name: first.name, others: count - 1 })}
        value={choice}
        choices={CHOICES.map((value) => ({
          value,
          label: text(`transfer.conflict.${value}`),
          hint: text(`transfer.conflict.${value}Hint`),
        }))}
        onChange={setChoice}
      />
      {!isAlone && (
        <div className={styles['all']}>
          <Checkbox checked={isForAll} onChange={(event) => setForAll(event.currentTarget.checked)}>
            {text('transfer.conflict.all')}
          </Checkbox>
        </div>
      )}
    </Dialog>
  );
}
