import { useEffect, useEffectEvent } from 'react';
import { isServerReachable } from '../../api/session/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { handleMissingCode, retryMissingCode } from '../../ui/loading/lazy.tsx';
import { text } from '../texts.ts';

/** After this, missing code of a dialog, menu or action no longer replaces the page. */
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

/** Closes a component that can be closed, or leaves out an optional one, and shows a message. */
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

/** Shows why code is missing. It means a new version only if the server responds. */
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
