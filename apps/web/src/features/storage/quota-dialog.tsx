import type { SpaceId } from '@coffer/contracts';
import { type FormEvent, useId, useState } from 'react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { changeSpaceQuota } from '../../api/storage.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { typedSizeOf, UNITS } from '../../lib/sizes/typed-size.ts';
import { bytesOf } from './quota.ts';
import styles from './storage.module.css';
import { useText } from './texts.ts';

interface QuotaDialogProps {
  readonly spaceId: SpaceId;
  readonly name: string;
  readonly quotaBytes: number;
  readonly usedBytes: number;
  readonly onClose: () => void;
}

export function QuotaDialog({ spaceId, name, quotaBytes, usedBytes, onClose }: QuotaDialogProps) {
  const text = useText();
  const { size } = useFormats();
  const form = useId();
  const cache = useQueryCache();
  const [typed, setTyped] = useState(() => typedSizeOf(quotaBytes));
  const [isWrong, setWrong] = useState(false);
  const change = useMutation(changeSpaceQuota);
  const [untouched] = useState(typed);
  // The shown amount is rounded, so that an untouched one is not read back.
  const bytes = typed === untouched ? quotaBytes : bytesOf(typed);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWrong(bytes === undefined);
    if (bytes === undefined || change.isPending) return;
    if (bytes === quotaBytes) return onClose();
    const { failure } = await change.run(cache, { spaceId, quotaBytes: bytes });
    if (failure !== undefined) return;
    onClose();
    const undo = async (): Promise<void> => {
      const [undone] = await Promise.allSettled([changeSpaceQuota(cache, { spaceId, quotaBytes })]);
      const cause: unknown = undone.status === 'rejected' ? undone.reason : undefined;
      const words = cause === undefined ? undefined : errorTexts().ofFailure({ cause });
      if (words !== undefined) showToast({ tone: 'danger', text: words });
    };
    showToast({
      tone: 'success',
      key: 'quota',
      text: text('storage.quota.done', { name, size: size(bytes) }),
      action: { label: text('storage.quota.undo'), onPress: () => void undo() },
    });
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      size="small"
      title={text('storage.quota.title', { name })}
      closeLabel={text('storage.quota.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('storage.quota.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} isBusy={change.isPending}>
            {text('storage.quota.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={styles['quotaForm']}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <TextField
          inputMode="decimal"
          autoComplete="off"
          label={text('storage.quota.amount')}
          hint={text('storage.quota.used', { size: size(usedBytes) })}
          error={isWrong && bytes === undefined ? text('storage.quota.wrong') : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the limit is what the dialog is opened for
          autoFocus
          value={typed.amount}
          onChange={({ currentTarget }) => setTyped({ ...typed, amount: currentTarget.value })}
        />
        <select
          className={styles['unit']}
          aria-label={text('storage.quota.unit')}
          value={typed.unit}
          onChange={({ currentTarget }) => {
            const unit = UNITS.find((each) => each === currentTarget.value);
            if (unit !== undefined) setTyped({ ...typed, unit });
          }}
        >
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {text(`storage.quota.${unit}`)}
            </option>
          ))}
        </select>
      </form>
      {bytes !== undefined && bytes < usedBytes && (
        <Banner tone="warning">
          <p>{text('storage.quota.less')}</p>
        </Banner>
      )}
      <Refusal words={errorTexts().ofFailure(change.failure)} />
    </Dialog>
  );
}
