import { Button } from '../../ui/controls/button.tsx';
import styles from './home.module.css';
import { useText } from './texts.ts';

/** Replaces one failed section, while the others stay usable. */
export function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div className={styles['failed']}>
      <p>{text('home.failed')}</p>
      <Button onClick={onRetry}>{text('home.retry')}</Button>
    </div>
  );
}
