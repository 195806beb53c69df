import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import type { Conflict, Mode, Resolution, Target } from './placing.ts';
import { involvesFolder } from './placing.ts';
import styles from './move.module.css';
import { useText } from './texts.ts';

interface ConflictDialogProps {
  readonly mode: Mode;
  readonly conflicts: readonly Conflict[];
  readonly target: Target;
  readonly onResolve: (resolution: Resolution) => void;
}

const NAMES_SHOWN = 5;

/** One question for all of them. Closing it skips them. */
export function ConflictDialog({ mode, conflicts, target, onResolve }: ConflictDialogProps) {
  const text = useText();
  const [resolution, setResolution] = useState<Resolution>('rename');
  const [first] = conflicts;
  const count = conflicts.length;
  const folders = conflicts.filter(involvesFolder).length;
  const choice = <T extends Resolution>(value: T, hint: string) => ({
    value,
    label: text(`move.conflict.${value}`),
    hint,
  });
  const replaceHint = folders > 0 ? 'move.conflict.replace.folders' : 'move.conflict.replace.hint';
  return (
    <Dialog
      isOpen
      size="small"
      title={
        count === 1 && first !== undefined
          ? text('move.conflict.titleOne', { name: first.node.name, folder: target.name })
          : text('move.conflict.title', { count, folder: target.name })
      }
      closeLabel={text('move.close')}
      onClose={() => onResolve('skip')}
      footer={
        <>
          <Button onClick={() => onResolve('skip')}>{text('move.cancel')}</Button>
          <Button tone="primary" onClick={() => onResolve(resolution)}>
            {text('move.conflict.apply')}
          </Button>
        </>
      }
    >
      {count > 1 && (
        <ul className={styles['names']} aria-label={text('move.conflict.names')}>
          {conflicts.slice(0, NAMES_SHOWN).map(({ node }) => (
            <li key={node.id} dir="auto">
              {node.name}
            </li>
          ))}
          {count > NAMES_SHOWN && <li>{text('move.conflict.more', { count: count - NAMES_SHOWN })}</li>}
        </ul>
      )}
      <ChoiceGroup
        label={text('move.conflict.choose')}
        value={resolution}
        isFocusedFirst
        choices={[
          choice('rename', text(`place.${mode}.renameHint`)),
          ...(folders === count ? [] : [choice('replace', text(replaceHint))]),
          choice('skip', text(`place.${mode}.skipHint`)),
        ]}
        onChange={setResolution}
      />
    </Dialog>
  );
}
