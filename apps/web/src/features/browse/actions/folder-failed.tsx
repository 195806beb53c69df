import { FolderX } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { useText } from './texts.ts';

interface FolderFailedProps {
  readonly error: ApiError;
  /** Whether a file of the folder was to be opened. */
  readonly isFile?: boolean;
  readonly onRetry: () => void;
}

export function FolderFailed({ error, isFile = false, onRetry }: FolderFailedProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const isOffline = error.code === 'offline';
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isOffline) return undefined;
    const handleOnline = (): void => retry();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, [isOffline]);
  return (
    <EmptyState
      icon={FolderX}
      headingLevel={1}
      title={text(isFile ? 'browse.failed.file' : 'browse.failed.title')}
      text={isOffline && !isFile ? text('browse.failed.offline') : ofError(error)}
      action={
        <>
          <Button onClick={onRetry}>{text('browse.retry')}</Button>
          <ButtonLink href="/">{text('browse.toRoot')}</ButtonLink>
        </>
      }
    />
  );
}
