import type { RetentionKey, SpaceRetention } from '@coffer/contracts';
import { useFormats } from '../../lib/language/format.ts';
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import type { Draft } from './draft.ts';
import styles from './retention.module.css';
import { type RetentionText, useText } from './texts.ts';

interface ValueChoiceProps {
  readonly name: RetentionKey;
  readonly value: Draft[RetentionKey];
  readonly seen: SpaceRetention;
  readonly isWrong: boolean;
  readonly onChange: (value: Draft[RetentionKey]) => void;
}

/** One value: that of all spaces, or one for this space. */
export function ValueChoice({ name, value, seen, isWrong, onChange }: ValueChoiceProps) {
  const text = useText();
  const { number } = useFormats();
  const { min, max } = seen.bounds[name];
  const range = text('retention.range', { min: number(min), max: number(max) });
  return (
    <fieldset className={styles['value']} disabled={!seen.mayChange}>
      <ChoiceGroup
        label={text(`retention.${name}`)}
        hint={text(`retention.${name}.hint`)}
        value={value.isOwn ? 'own' : 'usual'}
        choices={[
          {
            value: 'usual',
            label: text('retention.usual', { value: amount(text, name, seen.installation[name]) }),
          },
          { value: 'own', label: text('retention.own') },
        ]}
        onChange={(choice) => onChange({ ...value, isOwn: choice === 'own' })}
      />
      {value.isOwn && (
        <div className={styles['number']}>
          <TextField
            label={text(`retention.${name}.number`)}
            hint={isWrong ? undefined : range}
            error={isWrong ? text('retention.wrong', { min: number(min), max: number(max) }) : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={value.typed}
            onChange={({ currentTarget }) => onChange({ ...value, typed: currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  );
}

export function amount(text: RetentionText, key: RetentionKey, count: number): string {
  return text(key === 'versionsKept' ? 'retention.versions' : 'retention.days', { count });
}
