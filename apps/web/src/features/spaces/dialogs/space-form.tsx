import { LIMITS, SPACE_COLORS } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { SpaceFacts } from '../../../api/spaces/team.ts';
import { ColorChoice } from '../../../ui/controls/color-choice.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { ColorMark } from '../../../ui/marks/color-mark.tsx';
import styles from './dialogs.module.css';
import { useText } from './texts.ts';

interface SpaceFormProps {
  readonly id: string;
  readonly initial: Required<SpaceFacts>;
  readonly error: ApiError | undefined;
  readonly onSubmit: (facts: Required<SpaceFacts>) => void;
}

export function SpaceForm({ id, initial, error, onSubmit }: SpaceFormProps) {
  const text = useText();
  const words = useErrorTexts();
  const [facts, setFacts] = useState(initial);
  const [isNameMissing, setNameMissing] = useState(false);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (facts.name.trim() === '') setNameMissing(true);
    else onSubmit(facts);
  };
  return (
    <form id={id} noValidate className={styles['form']} onSubmit={handleSubmit}>
      <TextField
        label={text('spaces.name')}
        autoComplete="off"
        maxLength={LIMITS.spaceNameLengthMax}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for this first
        autoFocus
        value={facts.name}
        error={isNameMissing ? text('spaces.nameMissing') : words.ofField(error, 'name')}
        onChange={({ currentTarget: { value: name } }) => {
          setNameMissing(false);
          setFacts({ ...facts, name });
        }}
      />
      <TextField
        label={text('spaces.description')}
        autoComplete="off"
        maxLength={LIMITS.spaceDescriptionLengthMax}
        value={facts.description}
        error={words.ofField(error, 'description')}
        onChange={({ currentTarget: { value: description } }) => setFacts({ ...facts, description })}
      />
      <ColorChoice
        legend={text('spaces.color')}
        colors={SPACE_COLORS}
        chosen={facts.color}
        labelOf={(color) => text(`spaces.color.${color}`)}
        renderMark={(color) => <ColorMark name={facts.name} color={color} />}
        onChoose={(color) => setFacts({ ...facts, color })}
      />
    </form>
  );
}
