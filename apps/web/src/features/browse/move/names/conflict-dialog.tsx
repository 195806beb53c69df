import type { NameDecision } from '@coffer/contracts';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../../ui/controls/button.tsx';
import { Dialog } from '../../../../ui/overlays/index.ts';
import styles from '../move.module.css';
import type { Mode } from '../placing.ts';
import { useText as useMoveText } from '../texts.ts';
import { type Chosen, type Conflict, decideAll, SAFE } from './decide.ts';
import { TakenNames } from './taken-names.tsx';
import { useText } from './texts.ts';

export interface ConflictDialogProps {
  readonly mode: Mode | 'restore';
  readonly conflicts: readonly Conflict[];
  /** Whether more names are taken than are listed. Those follow the choice for all others. */
  readonly isPartial?: boolean;
  /** The name of the target. Undefined if each item goes to its own folder. */
  readonly folder: string | undefined;
  /** Receives undefined if nothing is to be done. */
  readonly onDecide: (decisions: readonly NameDecision[] | undefined, others: Chosen['others']) => void;
  /** Called if this code cannot be loaded. */
  readonly onClose?: () => void;
}

/** Asks once about all taken names, before anything is changed. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mode, conflicts, isPartial = false, onDecide } = props;
  const text = useText();
  const moveText = useMoveText();
  const formId = useId();
  const [chosen, setChosen] = useState(SAFE);
  const handleCancel = (): void => onDecide(undefined, chosen.others);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onDecide(decideAll(conflicts, chosen), chosen.others);
  };
  return (
    <Dialog
      isOpen
      size="large"
      title={useTitle(props)}
      closeLabel={moveText('move.close')}
      onClose={handleCancel}
      footer={
        <>
          <Button onClick={handleCancel}>{moveText('move.cancel')}</Button>
          <Button tone="primary" type="submit" form={formId}>
            {text('move.conflict.apply')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles['form']} onSubmit={handleSubmit}>
        <TakenNames
          mode={mode}
          conflicts={conflicts}
          count={isPartial ? conflicts.length + 1 : conflicts.length}
          isPartial={isPartial}
          isFocusedFirst
          chosen={chosen}
          onChange={setChosen}
        />
      </form>
    </Dialog>
  );
}

function useTitle({ conflicts, folder, isPartial = false }: ConflictDialogProps): string {
  const text = useText();
  const count = conflicts.length;
  if (isPartial) return text('move.conflict.titleMany', { count });
  const [first] = conflicts;
  if (count === 1 && first !== undefined) {
    const { name } = first.node;
    return folder === undefined
      ? text('move.conflict.titleOneThere', { name })
      : text('move.conflict.titleOne', { name, folder });
  }
  return folder === undefined
    ? text('move.conflict.titleThere', { count })
    : text('move.conflict.title', { count, folder });
}
