import type { ConflictRule } from '@coffer/contracts';
import { useMemo, useState } from 'react';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import type { Conflict } from './tray-view.ts';
import type { Transfer } from '../model/machine.ts';
import { useText } from '../texts.ts';
import { ConflictList } from './conflict-list.tsx';
import styles from './transfer-tray.module.css';

interface ConflictDialogProps {
  /** Conflicts may be added while it is open. */
  readonly conflict: Conflict;
  readonly engine: TransferEngine;
  readonly onClose: () => void;
}

const CHOICES = ['replace', 'rename', 'skip'] as const satisfies readonly ConflictRule[];

/** Closing it replaces no file. */
export function ConflictDialog({ conflict, engine, onClose }: ConflictDialogProps) {
  const { transfers, count, isAlone } = conflict;
  const ordered = useMemo(() => sorted(transfers), [transfers]);
  const [first] = ordered;
  const text = useText();
  const [choice, setChoice] = useState<(typeof CHOICES)[number]>('rename');
  const [isForAll, setForAll] = useState(true);
  const handleApply = (): void => {
    if (first !== undefined) engine.decide(first.id, choice, isForAll);
    if (isForAll) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="medium"
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
      <ConflictList transfers={ordered} engine={engine} />
      <ChoiceGroup
        label={text('transfer.conflict.explain', { count: isForAll ? count : 1 })}
        value={choice}
        isFocusedFirst
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

function sorted(transfers: readonly Transfer[]): readonly Transfer[] {
  const { compare } = new Intl.Collator(currentLocale(), { numeric: true });
  return transfers.toSorted(
    (one, other) =>
      compare(one.path.slice(0, -1).join('/'), other.path.slice(0, -1).join('/')) ||
      compare(one.name, other.name),
  );
}
