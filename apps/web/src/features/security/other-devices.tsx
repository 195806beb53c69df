import type { Factors } from '@coffer/contracts';
import { useState } from 'react';
import { endOtherDevices, sessionsQuery } from '../../api/account.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { passkeysQuery } from '../../api/factors.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/use-query.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/refusal.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useText } from './texts.ts';

/**
 * Offers to sign the other devices out once the factors are other ones (OWASP ASVS 5.0, 7.4.3): whoever came in before did so without
 * them. The new password has a tick of its own for it.
 */
export function OtherDevices({ factors }: { readonly factors: Factors }) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const [hasChanged, settle] = useChange(factors);
  const devices = useQuery(sessionsQuery(), { isEnabled: hasChanged });
  const end = useMutation(() => endOtherDevices(cache));
  const count = devices.data?.items.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const handleConfirm = async (): Promise<void> => {
    const { data } = await end.run();
    if (data === undefined) return;
    settle();
    showToast({ tone: 'success', text: text('security.others.ended', { count: data }) });
  };
  return (
    <AlertDialog
      isOpen={hasChanged && (count > 0 || end.isPending)}
      title={text('security.others.title')}
      tone="primary"
      confirmLabel={text('security.others.end')}
      cancelLabel={text('security.others.keep')}
      isBusy={end.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={settle}
    >
      <p>{text('security.others.text', { count })}</p>
      <Refusal words={ofFailure(end.failure)} />
    </AlertDialog>
  );
}

/** Whether the factors are other ones than when they were first seen, or last settled. */
function useChange(factors: Factors): readonly [boolean, () => void] {
  const passkeys = useQuery(passkeysQuery(), { isEnabled: false }).data?.items;
  const own = JSON.stringify([factors.authenticator, factors.email, factors.sms]);
  const ids = passkeys && JSON.stringify(passkeys.map(({ id }) => id).toSorted());
  const [known, setKnown] = useState({ own, ids });
  // Passkeys come after the rest; their first list is no change.
  if (known.ids === undefined && ids !== undefined) setKnown({ ...known, ids });
  const hasChanged = known.own !== own || (known.ids !== undefined && ids !== undefined && known.ids !== ids);
  return [hasChanged, () => setKnown({ own, ids })];
}
