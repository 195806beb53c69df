import type { NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import {
  changeInvited,
  type InvitedGrant,
  type InvitedGrants,
  inviteAgain,
  type NotInvited,
  sendInvited,
  type SentLink,
  withdrawInvited,
} from '../../../api/sharing/invited.ts';
import { type GrantChange, invalidateSharing } from '../../../api/sharing/sharing.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { InvitedRow } from './invited-row.tsx';
import { refusalOf } from './refusals.ts';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface InvitedListProps {
  readonly node: NodeView;
  readonly invited: InvitedGrants;
}

/** Email addresses with which the item was shared and that have no account yet. */
export function InvitedList({ node, invited: { items, invites } }: InvitedListProps) {
  const text = useText();
  const formats = useFormats();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [withdrawn, setWithdrawn] = useState<InvitedGrant>();
  const [lost, setLost] = useState<readonly NotInvited[]>([]);
  const [sent, setSent] = useState<{ readonly id: string; readonly link: NonNullable<SentLink> }>();
  const change = useMutation(async (act: () => Promise<void>) => {
    setLost([]);
    try {
      await act();
    } finally {
      await invalidateSharing(cache);
    }
  });
  const handleWithdraw = async (grant: InvitedGrant): Promise<void> => {
    const { failure } = await change.run(() => withdrawInvited(node.id, grant));
    if (failure === undefined) setWithdrawn(grant);
  };
  const handleUndo = async (grant: InvitedGrant): Promise<void> => {
    let notInvited: readonly NotInvited[] = [];
    const { failure } = await change.run(async () => {
      notInvited = await inviteAgain(node.id, [grant]);
    });
    setLost(notInvited);
    if (failure === undefined && notInvited.length === 0) setWithdrawn(undefined);
  };
  const handleSend = async (grant: InvitedGrant): Promise<void> => {
    await change.run(async () => {
      const link = await sendInvited(node.id, grant);
      if (link !== null) return setSent({ id: grant.id, link });
      const key = invites === 'link' ? 'share.invited.needsNoLink' : 'share.invited.sent';
      showToast({ tone: 'success', text: text(key, { email: grant.email }) });
    });
  };
  if (items.length === 0 && withdrawn === undefined) return null;
  const refused = lost.map(({ email, code, held }) => ({ name: email, code, held }));
  return (
    <section className={styles['section']}>
      <h3 className={styles['heading']}>{text('share.invited')}</h3>
      <Refusal
        words={words.ofFailure(change.failure) ?? refusalOf({ text, formats, isUndo: true }, refused)}
      />
      <output>
        {withdrawn !== undefined && (
          <Banner
            tone="success"
            action={
              invites !== 'none' && (
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the row that had the focus is gone
                <Button key={withdrawn.id} autoFocus onClick={() => void handleUndo(withdrawn)}>
                  {text('share.undo')}
                </Button>
              )
            }
          >
            <p>{text('share.invited.withdrawn', { email: withdrawn.email })}</p>
          </Banner>
        )}
      </output>
      {items.length > 0 && (
        <ul aria-label={text('share.invited')} className={styles['list']}>
          {items.map((grant) => (
            <InvitedRow
              key={grant.id}
              grant={grant}
              invites={invites}
              link={sent?.id === grant.id ? sent.link : undefined}
              isBusy={change.isPending}
              onChange={(changed: GrantChange) =>
                void change.run(() => changeInvited(node.id, grant, changed))
              }
              onSend={() => void handleSend(grant)}
              onWithdraw={() => void handleWithdraw(grant)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
