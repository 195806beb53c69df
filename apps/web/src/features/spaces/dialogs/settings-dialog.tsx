import { isAtLeast, type Space } from '@coffer/contracts';
import { Archive, CalendarClock, Download, LogOut, Webhook } from 'lucide-react';
import { useId, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { failureOf, useErrorTexts } from '../../../api/calls/error-texts.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { spaceKeys } from '../../../api/spaces.ts';
import {
  archiveSpace,
  changeSpace,
  membersQuery,
  removeMember,
  restoreSpace,
  type SpaceFacts,
} from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { AlertDialog, Dialog } from '../../../ui/overlays/index.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from './dialogs.module.css';
import { changedFacts } from './changed-facts.ts';
import { isOnlyOwner } from './only-owner.ts';
import { SpaceForm } from './space-form.tsx';
import { useText } from './texts.ts';

export interface SpaceDialogProps {
  readonly space: Space;
  readonly personId: string;
  readonly onGone: () => void;
  readonly onRestored: (space: Space) => void;
  readonly onExport: () => void;
  readonly onRetention: () => void;
  readonly onClose: () => void;
}

export function SettingsDialog(props: SpaceDialogProps) {
  const { space, onClose } = props;
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const form = useId();
  const mayManage = isAtLeast(space.role, 'manager');
  // Another person may change the space while the dialog is open: the first save is refused then, the next one is meant.
  const [opened] = useState(space);
  const change = useMutation(changeSpace);
  const handleSave = async (facts: SpaceFacts): Promise<void> => {
    const base = change.failure === undefined ? opened : space;
    const { data } = await change.run(base, changedFacts(opened, facts));
    await invalidate(cache, spaceKeys.all);
    if (data === undefined) return;
    showToast({ tone: 'success', text: text('spaces.saved') });
    onClose();
  };
  return (
    <Dialog
      isOpen
      isDismissable={!mayManage}
      title={space.name}
      closeLabel={text('spaces.close')}
      onClose={onClose}
      footer={
        mayManage ? (
          <>
            <Button onClick={onClose}>{text('spaces.cancel')}</Button>
            <Button tone="primary" type="submit" form={form} isBusy={change.isPending}>
              {text('spaces.save')}
            </Button>
          </>
        ) : undefined
      }
    >
      <Refusal words={words.ofFailure(change.failure)} />
      {mayManage ? (
        <SpaceForm
          id={form}
          initial={{ name: opened.name, description: opened.description, color: opened.color }}
          error={change.failure === undefined ? undefined : apiErrorOf(change.failure.cause)}
          onSubmit={(facts) => void handleSave(facts)}
        />
      ) : (
        space.description !== '' && <p dir="auto">{space.description}</p>
      )}
      <Use space={space} />
      <Leaving {...props} />
    </Dialog>
  );
}

function Use({ space }: Pick<SpaceDialogProps, 'space'>) {
  const text = useText();
  const { size } = useFormats();
  const takenBytes = space.usedBytes + space.reservedBytes + space.heldBytes;
  const words = text('spaces.use.words', { used: size(takenBytes), total: size(space.quotaBytes) });
  return (
    <div className={styles['use']}>
      <ProgressBar
        kind="meter"
        label={text('spaces.use')}
        value={space.quotaBytes === 0 ? 0 : takenBytes / space.quotaBytes}
        valueText={words}
        tone="accent"
      />
      <p className={styles['muted']}>{words}</p>
      <p className={styles['muted']}>
        {text('spaces.role.own')}: {text(`spaces.role.${space.role}`)}.{' '}
        {text(`spaces.role.${space.role}.can`)}
      </p>
    </div>
  );
}

function Leaving(props: SpaceDialogProps) {
  const { space, personId, onGone, onRestored, onClose } = props;
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const [asked, setAsked] = useState<'leave' | 'archive'>();
  const members = useQuery(membersQuery(space.id));
  const own = members.data?.items.find((member) => member.personId === personId);
  const isOnly = own !== undefined && isOnlyOwner(own, members.data?.items ?? []);
  const action = useMutation(async (what: 'leave' | 'archive') => {
    if (what === 'archive') await archiveSpace(space.id);
    else if (own !== undefined) await removeMember(space.id, own.personId);
  });
  const restore = async (): Promise<void> => {
    const restored = await restoreSpace(space.id);
    await invalidate(cache, spaceKeys.all);
    onRestored(restored);
  };
  const tryRestore = async (): Promise<void> => {
    const refused = await failureOf(restore);
    if (refused !== undefined) showToast({ tone: 'danger', text: refused });
  };
  const handleConfirm = async (what: 'leave' | 'archive'): Promise<void> => {
    const { failure } = await action.run(what);
    setAsked(undefined);
    if (failure !== undefined) return;
    onGone();
    await invalidate(cache, spaceKeys.list);
    const { name } = space;
    if (what === 'leave') showToast({ tone: 'success', text: text('spaces.left', { name }) });
    else {
      const undo = { label: text('spaces.undo'), onPress: () => void tryRestore() };
      showToast({ tone: 'success', text: text('spaces.archived', { name }), action: undo });
    }
  };
  return (
    <section className={styles['section']}>
      <Refusal words={words.ofFailure(action.failure)} />
      {space.role === 'owner' && space.isOnHold && (
        <p className={styles['muted']}>{text('spaces.archive.held')}</p>
      )}
      {isOnly && <p className={styles['muted']}>{text('spaces.leave.last')}</p>}
      {members.data !== undefined && own === undefined && (
        <p className={styles['muted']}>{text('spaces.leave.group')}</p>
      )}
      <div className={styles['ways']}>
        {isAtLeast(space.role, 'manager') && (
          <Button
            icon={Webhook}
            onClick={() => {
              onClose();
              navigate(`/webhooks/${space.id}`);
            }}
          >
            {text('spaces.webhooks')}
          </Button>
        )}
        {isAtLeast(space.role, 'manager') && (
          <Button
            icon={Download}
            onClick={() => {
              onClose();
              props.onExport();
            }}
          >
            {text('spaces.export')}
          </Button>
        )}
        {isAtLeast(space.role, 'manager') && (
          <Button
            icon={CalendarClock}
            onClick={() => {
              onClose();
              props.onRetention();
            }}
          >
            {text('spaces.retention')}
          </Button>
        )}
        {own !== undefined && !isOnly && (
          <Button icon={LogOut} onClick={() => setAsked('leave')}>
            {text('spaces.leave')}
          </Button>
        )}
        {space.role === 'owner' && (
          <Button icon={Archive} disabled={space.isOnHold} onClick={() => setAsked('archive')}>
            {text('spaces.archive')}
          </Button>
        )}
      </div>
      {asked !== undefined && (
        <AlertDialog
          isOpen
          title={text(`spaces.${asked}.title`, { name: space.name })}
          confirmLabel={text(`spaces.${asked}`)}
          cancelLabel={text('spaces.cancel')}
          isBusy={action.isPending}
          onConfirm={() => void handleConfirm(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text(`spaces.${asked}.text`)}</p>
        </AlertDialog>
      )}
    </section>
  );
}
