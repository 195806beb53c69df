import { FlipHorizontal, RotateCcw, RotateCw, Undo2 } from 'lucide-react';
import { Button } from '../../../../ui/controls/button.tsx';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import styles from './editing.module.css';
import { type Edits, flip, rotate } from './edits.ts';
import { SizeFields } from './size-fields.tsx';
import { useText } from './texts.ts';
import { type Editing, SHAPES } from './use-edits.ts';

interface EditToolsProps {
  readonly editing: Editing;
  readonly bitmap: ImageBitmap;
  readonly onSave: (edits: Edits) => void;
}

export function EditTools({ editing, bitmap, onSave }: EditToolsProps) {
  const text = useText();
  const { last, shown, shape, isDirty, change } = editing;
  return (
    <>
      <div className={styles['row']}>
        <IconButton
          icon={RotateCcw}
          label={text('edit.turnLeft')}
          onClick={() => change(rotate(last, 3, bitmap))}
        />
        <IconButton
          icon={RotateCw}
          label={text('edit.turnRight')}
          onClick={() => change(rotate(last, 1, bitmap))}
        />
        <IconButton
          icon={FlipHorizontal}
          label={text('edit.flip')}
          onClick={() => change(flip(last, bitmap))}
        />
        <IconButton
          icon={Undo2}
          label={text('edit.undo')}
          disabled={!editing.canUndo}
          onClick={editing.undo}
        />
        <Button tone="quiet" disabled={!isDirty} onClick={editing.reset}>
          {text('edit.reset')}
        </Button>
      </div>
      <label className={styles['field']}>
        <span>{text('edit.shape')}</span>
        <select
          value={shape}
          onChange={({ currentTarget }) =>
            editing.setShape(SHAPES.find((each) => each === currentTarget.value) ?? 'free')
          }
        >
          {SHAPES.map((each) => (
            <option key={each} value={each}>
              {text(`edit.shape.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <SizeFields
        edits={shown}
        onChange={(width) => change({ ...last, width })}
        onSave={(width) => onSave({ ...last, width: width ?? last.width })}
      />
    </>
  );
}
