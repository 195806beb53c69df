import { Button } from '../../ui/controls/button.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface GrantBarProps {
  readonly count: number;
  readonly isEvery: boolean;
  readonly isBusy: boolean;
  readonly onChooseEvery: () => void;
  readonly onClear: () => void;
  readonly onRemove: () => void;
}

/** The bar that removes everyone's access to the selected items. */
export function GrantBar({ count, isEvery, isBusy, onChooseEvery, onClear, onRemove }: GrantBarProps) {
  const text = useText();
  return (
    <div className={styles['bar']}>
      <input
        type="checkbox"
        className={styles['check']}
        aria-label={text('shared.chooseAll')}
        checked={isEvery}
        onChange={isEvery ? onClear : onChooseEvery}
      />
      <output>{text('shared.chosen', { count })}</output>
      {count > 0 && (
        <Button isBusy={isBusy} onClick={onRemove}>
          {text('shared.removeChosen')}
        </Button>
      )}
    </div>
  );
}
