import { LIMITS, type StorageJob } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { type FormEvent, useId, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { startRepair } from '../../api/storage.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { asciiDigits } from '../../lib/language/digits.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Muted } from '../../ui/page/stack.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import type { Found } from './jobs.ts';
import styles from './storage.module.css';
import { useText } from './texts.ts';

const GRACE_DAYS = LIMITS.quarantineLifeMs / DAY_MS;

interface RepairDialogProps {
  readonly survey: StorageJob;
  readonly found: readonly Found[];
  readonly onClose: () => void;
}

/** If suspiciously many objects would be deleted, their number must be typed to confirm. */
export function RepairDialog({ survey, found, onClose }: RepairDialogProps) {
  const text = useText();
  const form = useId();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const { number, size } = useFormats();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const start = useMutation(() => startRepair(cache, survey, survey.isMany));
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const isMeant = !survey.isMany || asciiDigits(typed) === String(survey.counts.orphan);
    setWrong(!isMeant);
    if (!isMeant || start.isPending) return;
    const { failure } = await start.run();
    if (failure === undefined) onClose();
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text('storage.repair.title')}
      closeLabel={text('storage.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('storage.cancel')}</Button>
          <Button
            tone={survey.isMany ? 'danger' : 'primary'}
            type="submit"
            form={form}
            isBusy={start.isPending}
          >
            {text('storage.repair.submit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void handleSubmit(event)} className={styles['waiting']}>
        <dl className={styles['kinds']}>
          {found.map(({ kind, count, bytes }) => (
            <div key={kind}>
              <dt>
                {text(`storage.kind.${kind}`)}
                <span className={styles['note']}>{text(`storage.repair.${kind}`, { days: GRACE_DAYS })}</span>
              </dt>
              <dd>{text('storage.amount', { count: number(count), size: size(bytes) })}</dd>
            </div>
          ))}
        </dl>
        <Muted>{text('storage.repair.safety')}</Muted>
        {survey.isMany && (
          <>
            <Banner tone="danger" title={text('storage.repair.many.title')}>
              <p>{text('storage.repair.many.text')}</p>
            </Banner>
            <TextField
              name="count"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              label={text('storage.repair.many.label', { count: number(survey.counts.orphan) })}
              value={typed}
              error={isWrong ? text('storage.repair.many.wrong') : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
        <Refusal words={ofFailure(start.failure)} />
      </form>
    </Dialog>
  );
}
