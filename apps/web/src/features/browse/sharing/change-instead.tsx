import type { AccessList, GrantRole, NodeId } from '@coffer/contracts';
import type { MouseEvent } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { changeInvited, type InvitedGrants } from '../../../api/sharing/invited.ts';
import { changeGrant, invalidateSharing } from '../../../api/sharing/sharing.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ownGrant } from './holder-row.tsx';
import { formatTerms } from './refusals.ts';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import type { Choice } from './use-choices.ts';

interface Changing {
  readonly role: GrantRole;
  readonly expiresAt: string | null;
}

interface ChangeInsteadProps {
  readonly nodeId: NodeId;
  readonly access: AccessList;
  readonly invited: InvitedGrants | undefined;
  /** Those whose access would have lost something by sharing. */
  readonly choices: readonly Choice[];
  readonly terms: Changing;
  readonly onChanged: (ids: readonly string[]) => void;
}

/** Changes the grants that sharing left as they are, to the chosen role and end. */
export function ChangeInstead({ nodeId, access, invited, choices, terms, onChanged }: ChangeInsteadProps) {
  const text = useText();
  const formats = useFormats();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const found = choices.flatMap((choice) => {
    const change = changeOf({ nodeId, access, invited }, choice);
    return change === undefined ? [] : [{ ...choice, change }];
  });
  const changing = useMutation(async () => {
    try {
      for (const { change } of found) await change(terms);
    } finally {
      await invalidateSharing(cache);
    }
  });
  if (found.length === 0) return null;
  const facts = { names: found.map(({ name }) => name).join(', '), count: found.length };
  const handleClick = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): Promise<void> => {
    const { failure } = await changing.run();
    if (failure !== undefined) return;
    showToast({ tone: 'success', text: text('share.changed', facts) });
    onChanged(found.map(({ id }) => id));
    // The pressed button disappears.
    form?.querySelector('input')?.focus();
  };
  return (
    <div className={styles['ways']}>
      <Refusal words={words.ofFailure(changing.failure)} />
      <Button isBusy={changing.isPending} onClick={(event) => void handleClick(event)}>
        {text('share.change', { ...facts, terms: formatTerms({ text, formats }, terms) })}
      </Button>
    </div>
  );
}

type Change = (terms: Changing) => Promise<void>;

function changeOf(
  { nodeId, access, invited }: Pick<ChangeInsteadProps, 'access' | 'invited' | 'nodeId'>,
  choice: Choice,
): Change | undefined {
  if (choice.isAddress === true) {
    const waiting = invited?.items.find(({ email }) => email.toLowerCase() === choice.id);
    return waiting && ((terms) => changeInvited(nodeId, waiting, terms));
  }
  const holder =
    access.items.find(({ personId }) => personId === choice.id) ??
    access.groups.find(({ groupId }) => groupId === choice.id);
  const grant = holder && ownGrant(holder.reasons);
  return grant && ((terms) => changeGrant(nodeId, grant, terms));
}
