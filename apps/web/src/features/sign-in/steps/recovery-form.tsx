import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../sign-in.module.css';
import { useCodeError, useCodeInput } from './code-input.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

/** Length of a recovery code without hyphens. */
const LENGTH_MIN = 16;

interface RecoveryFormProps extends StepProps {
  readonly onBack: () => void;
}

export function RecoveryForm({ onBack, ...props }: RecoveryFormProps) {
  const { state, actions } = props;
  const text = useText();
  const field = useCodeInput(state.error, state.step);
  const [isShort, setShort] = useState(false);
  const wrong = useCodeError(state.error, false);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    setShort(code.length < LENGTH_MIN);
    if (code.length < LENGTH_MIN) field.current?.focus();
    else if (!state.isBusy) void actions.recover(code);
  };
  return (
    <StepFrame
      {...props}
      title={text('sign-in.recovery.title')}
      intro={text('sign-in.recovery.intro')}
      takesFocus={false}
      showsError={false}
    >
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <TextField
          ref={field}
          name="recovery-code"
          label={text('sign-in.recovery.label')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={isShort ? text('sign-in.recovery.missing') : wrong}
        />
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
          {text('sign-in.recovery.submit')}
        </Button>
      </form>
      <Button tone="quiet" onClick={onBack}>
        {text('sign-in.recovery.back')}
      </Button>
    </StepFrame>
  );
}
