import { useEffect, useEffectEvent } from 'react';
import { isServerReachable } from '../../api/session/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { handleMissingCode, retryMissingCode } from '../../ui/loading/lazy.tsx';
import { text } from '../texts.ts';

/** From now on a dialog, a menu or an action without its code does not replace the page. */
export function useMissingCode(): void {
  useEffect(() => {
    handleMissingCode({ Part: MissingPart, tell });
    return () => handleMissingCode(undefined);
  }, []);
}

interface MissingPartProps {
  readonly cause: unknown;
  readonly isOptional: true | undefined;
  readonly onClose?: unknown;
}

/** What can be closed is closed with a message, and an optional part is left out with one. */
function MissingPart({ cause, isOptional, onClose }: MissingPartProps) {
  const handleMount = useEffectEvent(() => {
    retryMissingCode();
    void tell();
    if (typeof onClose === 'function') onClose();
  });
  useEffect(() => handleMount(), []);
  if (typeof onClose !== 'function' && isOptional === undefined) throw cause;
  return null;
}

/** A missing chunk means a new version only if the server answers. */
async function tell(): Promise<void> {
  const isOffline = !navigator.onLine;
  const isOutdated = !isOffline && (await isServerReachable());
  showToast({
    tone: 'danger',
    key: 'code',
    isOffline,
    text: text(
      isOutdated ? 'routes.outdated.text' : isOffline ? 'routes.failed.offline' : 'routes.failed.noServer',
    ),
    ...(isOutdated && { action: { label: text('routes.reload'), onPress: () => location.reload() } }),
  });
}
