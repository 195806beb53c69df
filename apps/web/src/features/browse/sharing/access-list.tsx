import type { AccessList as Access, NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import { leftMessage } from '../../../api/sharing/leaving.ts';
import {
  changeGrant,
  type GivenGrant,
  type GrantChange,
  invalidateSharing,
  removeGrant,
  restoreGrant,
} from '../../../api/sharing/sharing.ts';
import { useText as useLeavingText } from '../../../api/sharing/texts.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { refusalOf } from './refusals.ts';
import { HolderRow } from './holder-row.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface AccessListProps {
  readonly node: NodeView;
  readonly access: Access;
  /** Called after the person gave up their own access. */
  readonly onLeft: () => void;
}

interface Removed {
  readonly name: string;
  readonly grant: GivenGrant;
}

export function AccessList({ node, access, onLeft }: AccessListProps) {
  const text = useText();
  const formats = useFormats();
  const leavingText = useLeavingText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const spaces = useQuery(spacesQuery());
  const [removed, setRemoved] = useState<Removed>();
  /** Why removed access was not given back. */
  const [refused, setRefused] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const change = useMutation(async (act: () => Promise<void>) => {
    try {
      await act();
    } finally {
      await invalidateSharing(cache);
    }
  });
  const restoring = useMutation(async (grant: GivenGrant) => {
    try {
      return await restoreGrant(node.id, grant);
    } finally {
      await invalidateSharing(cache);
    }
  });
  const [self] = access.items;
  const handleRemove = async (name: string, grant: GivenGrant): Promise<void> => {
    const { failure } = await change.run(() => removeGrant(node.id, grant.holderId));
    if (failure !== undefined) return;
    setRemoved({ name, grant });
    setRefused(undefined);
  };
  const handleUndo = async ({ name, grant }: Removed): Promise<void> => {
    const { data: notRestored, failure } = await restoring.run(grant);
    if (failure !== undefined) return;
    setRemoved(undefined);
    if (notRestored === undefined) return;
    setRefused(refusalOf({ text, formats, isUndo: true }, [{ ...notRestored, name }]));
  };
  const handleLeave = async (): Promise<void> => {
    if (self === undefined) return;
    const { failure } = await change.run(() => removeGrant(node.id, self.personId));
    setLeaving(false);
    if (failure !== undefined) return;
    showToast(leftMessage(cache, node, showToast));
    onLeft();
    await invalidateTree(cache);
  };
  const space = spaces.data?.items.find(({ id }) => id === node.spaceId);
  const row = {
    mayChange: access.mayShare,
    spaceName: space?.kind === 'team' ? space.name : undefined,
    // A second change would still send the revision from before the first one.
    onChange: (grant: GivenGrant, changed: GrantChange) => {
      if (!change.isPending) void change.run(() => changeGrant(node.id, grant, changed));
    },
  };
  return (
    <section className={styles['section']}>
      <h3 className={styles['heading']}>{text('share.people')}</h3>
      <Refusal words={words.ofFailure(change.failure ?? restoring.failure) ?? refused} />
      <output>
        {/* A banner instead of a toast: "Undo" stays where the row was. */}
        {removed !== undefined && (
          <Banner
            tone="success"
            action={
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the row that had the focus is gone
              <Button key={removed.grant.holderId} autoFocus onClick={() => void handleUndo(removed)}>
                {text('share.undo')}
              </Button>
            }
          >
            <p>{text('share.removed', { name: removed.name })}</p>
          </Banner>
        )}
      </output>
      <ul aria-label={text('share.people')} className={styles['list']}>
        {access.items.map((person) => (
          <HolderRow
            key={person.personId}
            {...row}
            holder={person}
            isSelf={person === self}
            onRemove={(grant) => (person === self ? setLeaving(true) : void handleRemove(person.name, grant))}
          />
        ))}
        {access.groups.map((group) => (
          <HolderRow
            key={group.groupId}
            {...row}
            holder={{ ...group, isActive: true }}
            isSelf={false}
            onRemove={(grant) => void handleRemove(group.name, grant)}
          />
        ))}
      </ul>
      {isLeaving && (
        <AlertDialog
          isOpen
          title={text('share.leave.title', { name: node.name })}
          confirmLabel={text('share.leave')}
          cancelLabel={text('share.cancel')}
          isBusy={change.isPending}
          onConfirm={() => void handleLeave()}
          onClose={() => setLeaving(false)}
        >
          <p>{leavingText('leaving.text')}</p>
        </AlertDialog>
      )}
    </section>
  );
}
