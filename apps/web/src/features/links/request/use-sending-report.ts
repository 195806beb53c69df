import { useEffect, useEffectEvent } from 'react';

/** Reports to the page of the link that it must stay as it is, because something is being sent. */
export function useSendingReport(isSending: boolean, onSending: (isSending: boolean) => void): void {
  const report = useEffectEvent(onSending);
  useEffect(() => {
    if (!isSending) return undefined;
    report(true);
    return () => report(false);
  }, [isSending]);
}
