import type { Factors } from '@coffer/contracts';
import { useState } from 'react';
import { endOtherDevices, sessionsOfMomentQuery } from '../../api/session/account.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { passkeysQuery } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

interface OtherDevicesProps {
  readonly factors: Factors;
  readonly isHeld: boolean;
}

/** Offers to sign out the other devices, which signed in without the new factors (OWASP ASVS 5.0, 7.4.3). */
export function OtherDevices({ factors, isHeld }: OtherDevicesProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const changes = useChanges(factors);
  const [settled, setSettled] = useState(changes);
  const hasChanged = changes !== settled;
  // Only sessions from before the change, because later ones already used the new factors.
  const devices = useQuery(sessionsOfMomentQuery(changes), { isEnabled: hasChanged });
  const end = useMutation(() => endOtherDevices(cache));
  const count = devices.data?.items.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const handleConfirm = async (): Promise<void> => {
    const { data } = await end.run();
    if (data === undefined) return;
    setSettled(changes);
    showToast({ tone: 'success', text: text('security.others.ended', { count: data }) });
  };
  return (
    <AlertDialog
      isOpen={!isHeld && hasChanged && (count > 0 || end.isPending)}
      title={text('security.others.title')}
      tone="primary"
      confirmLabel={text('security.others.end')}
      cancelLabel={text('security.others.keep')}
      isBusy={end.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={() => setSettled(changes)}
    >
      <p>{text('security.others.text', { count })}</p>
      <Refusal words={ofFailure(end.failure)} />
    </AlertDialog>
  );
}

function useChanges(factors: Factors): number {
  const passkeys = useQuery(passkeysQuery(), { isEnabled: false }).data?.items;
  const own = JSON.stringify([factors.authenticator, factors.email, factors.sms]);
  const [seen, setSeen] = useState<Seen>({ own, changes: 0 });
  const ids = passkeys === undefined ? seen.ids : JSON.stringify(passkeys.map(({ id }) => id).toSorted());
  if (seen.own !== own || seen.ids !== ids) {
    // The first list of passkeys is not a change.
    const isChange = seen.own !== own || seen.ids !== undefined;
    setSeen({ own, ids, changes: seen.changes + (isChange ? 1 : 0) });
  }
  return seen.changes;
}

interface Seen {
  readonly own: string;
  readonly ids?: string | undefined;
  readonly changes: number;
}
