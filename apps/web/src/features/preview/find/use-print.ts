import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

/** Runs a print job. A failure is shown as a toast. */
export function usePrint(): (job: () => Promise<void>) => Promise<void> {
  const text = useText();
  return async (job) => {
    const [printed] = await Promise.allSettled([job()]);
    if (printed.status === 'rejected')
      showToast({ tone: 'danger', key: 'print', text: text('find.notPrinted') });
  };
}
