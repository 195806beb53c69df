import { useMemo, useState } from 'react';
import { currentLocale } from '../../../../lib/language/i18n.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Checkbox } from '../../../../ui/controls/checkbox.tsx';
import { ChoiceGroup } from '../../../../ui/controls/choice-group.tsx';
import { Dialog } from '../../../../ui/overlays/index.ts';
import type { TransferEngine } from '../../model/transfer-engine.ts';
import type { Conflict } from '../tray-view.ts';
import type { Transfer } from '../../model/machine.ts';
import { useText } from '../../texts.ts';
import { withChoice } from '../../../../ui/conflicts/conflict-list.tsx';
import { CHOICES, ConflictingFiles, type FileChoice } from './conflicting-files.tsx';
import { decisionsOf } from './same-content.ts';
import styles from '../transfer-tray.module.css';
import { useSameContent } from './use-same-content.ts';

interface ConflictDialogProps {
  /** Conflicts may be added while the dialog is open. */
  readonly conflict: Conflict;
  readonly engine: TransferEngine;
  readonly onClose: () => void;
}

const ROWS_SHOWN = 20;
const MORE_ROWS = 100;

/** Closing the dialog replaces no file. */
export function ConflictDialog({ conflict, engine, onClose }: ConflictDialogProps) {
  const { transfers, count, isAlone } = conflict;
  const ordered = useMemo(() => sorted(transfers), [transfers]);
  const [first] = ordered;
  const text = useText();
  const [chosen, setChosen] = useState<FileChoice>();
  const [isForAll, setForAll] = useState(true);
  const [skipsSame, setSkipsSame] = useState(true);
  const [single, setSingle] = useState<ReadonlyMap<string, FileChoice>>(new Map());
  const [shown, setShown] = useState(ROWS_SHOWN);
  const same = useSameContent(ordered, engine);
  const sameCount = ordered.filter(({ id }) => same.has(id)).length;
  const areSomeSame = sameCount > 0 && sameCount < count && isForAll;
  // If all contents are already there, uploading them again is unlikely to be wanted.
  const isNothingNew = isForAll ? sameCount === count : first !== undefined && same.has(first.id);
  const choice = chosen ?? (isNothingNew ? 'skip' : 'rename');
  const isLeft = ({ id }: Transfer): boolean =>
    !single.has(id) && !(areSomeSame && skipsSame && same.has(id));
  const asked = isForAll ? ordered.filter(isLeft).length : 1;
  const handleApply = (): void => {
    const all = { transfers: ordered, same, skipsSame: skipsSame && areSomeSame };
    for (const { id, rule, isForBatch } of decisionsOf({ ...all, single, choice, isForAll }))
      engine.decide(id, rule, isForBatch);
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
      <ConflictingFiles
        transfers={ordered}
        shown={shown}
        same={same}
        single={isForAll && count > 1 ? single : undefined}
        engine={engine}
        onSingle={(id, rule) => setSingle(withChoice(single, id, rule))}
        onMore={() => setShown(shown + MORE_ROWS)}
      />
      {areSomeSame && (
        <div className={styles['all']}>
          <Checkbox checked={skipsSame} onChange={(event) => setSkipsSame(event.currentTarget.checked)}>
            {text('transfer.conflict.skipSame', { count: sameCount })}
          </Checkbox>
        </div>
      )}
      {asked > 0 && (
        <ChoiceGroup
          label={text(
            single.size > 0 && isForAll ? 'transfer.conflict.others' : 'transfer.conflict.explain',
            {
              count: asked,
            },
          )}
          value={choice}
          isFocusedFirst
          choices={CHOICES.map((value) => ({
            value,
            label: text(`transfer.conflict.${value}`),
            hint: text(`transfer.conflict.${value}Hint`),
          }))}
          onChange={setChosen}
        />
      )}
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
