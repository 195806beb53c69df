import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { dayOf, endOfDay, isPastDay, today } from './end-date.ts';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface EndDateFormProps {
  readonly expiresAt: string | null;
  readonly label: string;
  readonly onSave: (expiresAt: string | null) => void;
}

export function EndDateForm({ expiresAt, label, onSave }: EndDateFormProps) {
  const text = useText();
  const [day, setDay] = useState(expiresAt === null ? '' : dayOf(new Date(expiresAt)));
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPastDay(day)) onSave(day === '' ? null : endOfDay(day));
  };
  return (
    <form className={styles['date']} noValidate onSubmit={handleSubmit}>
      <TextField
        label={label}
        type="date"
        min={today()}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button asks for this field
        autoFocus
        value={day}
        error={isPastDay(day) ? text('share.ends.past') : undefined}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <div className={styles['ways']}>
        <Button tone="primary" type="submit">
          {text('share.ends.save')}
        </Button>
        {expiresAt !== null && <Button onClick={() => onSave(null)}>{text('share.ends.none')}</Button>}
      </div>
    </form>
  );
}
