import { useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import styles from './editing.module.css';
import { useText } from './texts.ts';
import type { SavingState } from './use-save-picture.ts';

interface SavedNoticeProps {
  readonly state: SavingState;
  readonly onRetry: () => void;
  readonly onSaveAnyway: () => void;
  readonly onSaveCopy: () => void;
}

export function SavedNotice({ state, onRetry, onSaveAnyway, onSaveCopy }: SavedNoticeProps) {
  const text = useText();
  const errorTexts = useErrorTexts();
  switch (state.kind) {
    case 'idle':
    case 'saving':
      return null;
    case 'unwritable':
      return (
        <Banner tone="danger" isAlert>
          {text('edit.unwritable')}
        </Banner>
      );
    case 'changed':
      return (
        <Banner tone="warning" isAlert title={text('edit.changed.title')}>
          <p>{text('edit.changed.text')}</p>
          <div className={styles['row']}>
            <Button onClick={onSaveCopy}>{text('edit.changed.copy')}</Button>
            <Button onClick={onSaveAnyway}>{text('edit.changed.anyway')}</Button>
          </div>
        </Banner>
      );
    case 'gone':
      return (
        <Banner
          tone="warning"
          isAlert
          title={text('edit.gone.title')}
          action={<Button onClick={onSaveCopy}>{text('edit.changed.copy')}</Button>}
        />
      );
    case 'failed':
      return (
        <Banner
          tone="danger"
          isAlert
          title={text('edit.failed.title')}
          action={<Button onClick={onRetry}>{text('edit.retry')}</Button>}
        >
          {errorTexts.ofError(state.error)}
        </Banner>
      );
  }
}
