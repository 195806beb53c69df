import { charactersOver } from '../../lib/text/characters-over.ts';
import { TextField } from './text-field.tsx';

interface LimitedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly lengthMax: number;
  readonly autoFocus?: boolean;
  readonly onType: (value: string) => void;
  readonly sayTooLong: (over: number) => string;
}

/** Keeps pasted text that is too long, and says by how many characters. */
export function LimitedField({ value, lengthMax, onType, sayTooLong, ...field }: LimitedFieldProps) {
  const over = charactersOver(value, lengthMax);
  return (
    <TextField
      {...field}
      autoComplete="off"
      value={value}
      error={over > 0 ? sayTooLong(over) : undefined}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
