import { RETENTION_KEYS, type SpaceRetention } from '@coffer/contracts';
import { type FormEvent, useId, useState } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { AlertDialog, Dialog } from '../../ui/overlays/index.ts';
import { type Draft, draftOf, numberIn, rebased, shortened, valuesOf } from './draft.ts';
import { Effect, EffectWords } from './effect.tsx';
import type { RetentionDialogProps } from './dialog-props.ts';
import styles from './retention.module.css';
import { useText } from './texts.ts';
import { useSave } from './use-save.ts';
import { ValueChoice } from './value-choice.tsx';

export function RetentionForm(props: RetentionDialogProps & { readonly retention: SpaceRetention }) {
  const { name, onClose, retention } = props;
  const text = useText();
  const { dateTime } = useFormats();
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(retention));
  const [isAsked, setAsked] = useState(false);
  const { seen, save, confirm, due, cancel, isBusy, refusal } = useSave({
    ...props,
    onChanged: (before, now) => setDraft((present) => rebased(present, before, now)),
  });
  const values = valuesOf(draft, seen);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (values !== undefined && !isBusy) void save(draft, values);
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={name === undefined ? text('retention.title.own') : text('retention.title.of', { name })}
      closeLabel={text('retention.close')}
      onClose={onClose}
      footer={
        seen.mayChange ? (
          <>
            <Button onClick={onClose}>{text('retention.cancel')}</Button>
            <Button tone="primary" type="submit" form={form} isBusy={isBusy}>
              {text('retention.save')}
            </Button>
          </>
        ) : undefined
      }
    >
      <form id={form} noValidate className={styles['form']} onSubmit={handleSubmit}>
        <p className={styles['intro']}>{text('retention.intro')}</p>
        <Notices seen={seen} dateTime={dateTime} />
        {RETENTION_KEYS.map((key) => (
          <ValueChoice
            key={key}
            name={key}
            value={draft[key]}
            seen={seen}
            isWrong={
              draft[key].isOwn &&
              numberIn(draft, key, seen) === undefined &&
              (isAsked || draft[key].typed !== '')
            }
            onChange={(value) => setDraft((now): Draft => ({ ...now, [key]: value }))}
          />
        ))}
        <Effect {...props} values={values} seen={seen} />
        <Refusal words={refusal} />
      </form>
      {due !== undefined && values !== undefined && (
        <AlertDialog
          isOpen
          title={text('retention.confirm.title')}
          confirmLabel={text('retention.confirm.yes')}
          cancelLabel={text('retention.cancel')}
          isBusy={isBusy}
          onConfirm={() => void confirm(draft)}
          onClose={cancel}
        >
          <EffectWords due={due} values={values} shortened={shortened(values, seen)} />
          <p>{text('retention.effect.undo')}</p>
        </AlertDialog>
      )}
    </Dialog>
  );
}

interface NoticesProps {
  readonly seen: SpaceRetention;
  readonly dateTime: (instant: string) => string;
}

function Notices({ seen, dateTime }: NoticesProps) {
  const text = useText();
  const { isOnHold, deletesFrom } = seen;
  if (isOnHold) return <Banner tone="info" title={text('retention.held')} />;
  if (deletesFrom === null) return null;
  return (
    <Banner tone="warning" title={text('retention.waits', { when: dateTime(deletesFrom) })}>
      <p>{text('retention.waits.text')}</p>
    </Banner>
  );
}
