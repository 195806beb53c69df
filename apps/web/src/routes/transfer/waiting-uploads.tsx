import { useSyncExternalStore } from 'react';
import { startedTransfers } from '../../features/transfer/index.ts';
import { useLeaveWarning } from '../../lib/hooks/use-leave-warning.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { useText } from '../texts.ts';

/** Uploads that wait for a new sign-in. Leaving the page would lose their files. */
export function WaitingUploads() {
  const engine = startedTransfers();
  return engine === undefined ? null : <Waiting engine={engine} />;
}

interface WaitingProps {
  readonly engine: NonNullable<ReturnType<typeof startedTransfers>>;
}

function Waiting({ engine }: WaitingProps) {
  const text = useText();
  const { number } = useFormats();
  const { open, lostOnReload } = useSyncExternalStore(
    (listener) => engine.subscribe(listener),
    () => engine.view().summary,
  );
  useLeaveWarning(lostOnReload > 0);
  if (open === 0) return null;
  return (
    <Banner tone="info">
      <p>{text('routes.uploadsWait', { count: open, number: number(open) })}</p>
    </Banner>
  );
}
