import { LIMITS } from '@coffer/contracts';
import { useFormats } from '../../../lib/language/format.ts';
import { charactersOver } from '../../../lib/text/characters-over.ts';
import { LimitedField } from '../../../ui/controls/limited-field.tsx';
import { useText } from './texts.ts';

const MAX = LIMITS.accessRequestLengthMax;

interface MessageFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}

export function isTooLong(message: string): boolean {
  return charactersOver(message, MAX) > 0;
}

export function MessageField({ label, value, isFirst = false, onChange }: MessageFieldProps) {
  const text = useText();
  const { number } = useFormats();
  return (
    <LimitedField
      label={label}
      value={value}
      lengthMax={MAX}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button asks for this field
      autoFocus={isFirst}
      onType={onChange}
      sayTooLong={(over) => text('ask.tooLong', { count: over, number: number(over) })}
    />
  );
}
