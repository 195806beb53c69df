import type { GuestNode, GuestShare } from '@coffer/contracts';
import { useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { fetchGuestDownload, guestLinkQuery } from '../../api/links/guest-link.ts';
import { invalidate } from '../../api/calls/query-cache.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { beginDownload } from '../../lib/downloads/begin-download.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

interface GuestDownload {
  readonly busyId: string | undefined;
  readonly isUsedUp: boolean;
  readonly download: (node: GuestNode) => Promise<void>;
}

export function useGuestDownload(token: string, link: GuestShare): GuestDownload {
  const text = useText();
  const { ofError } = useErrorTexts();
  const cache = useQueryCache();
  const [busyId, setBusyId] = useState<string>();
  const isUsedUp = link.downloadsLeft === 0 || link.bytesLeft === 0;
  const download = async (node: GuestNode): Promise<void> => {
    if (busyId !== undefined || isUsedUp) return;
    setBusyId(node.id);
    const [signed] = await Promise.allSettled([fetchGuestDownload(cache, token, node.id)]);
    setBusyId(undefined);
    if (signed.status === 'fulfilled') {
      beginDownload(signed.value);
      showToast({ key: 'download', text: text('guest.downloading', { name: node.name }) });
      return;
    }
    const error = apiErrorOf(signed.reason);
    showToast({ tone: 'danger', key: 'download', text: ofError(error) });
    // Refreshing shows the page of a link that has ended.
    await invalidate(cache, guestLinkQuery(token).queryKey);
  };
  return { busyId, isUsedUp, download };
}
