import { LIMITS } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { renamePasskey } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Form } from '../../ui/page/stack.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { useText } from './texts.ts';

interface PasskeyNameProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function PasskeyName({ isOpen, ...rest }: PasskeyNameProps & { readonly isOpen: boolean }) {
  const text = useText();
  return (
    <Dialog
      isOpen={isOpen}
      title={text('security.passkeys.rename')}
      closeLabel={text('security.cancel')}
      onClose={rest.onClose}
    >
      <NameForm {...rest} />
    </Dialog>
  );
}

function NameForm({ id, name, onClose }: PasskeyNameProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const [isMissing, setMissing] = useState(false);
  const rename = useMutation((wanted: string) => renamePasskey(cache, id, { name: wanted }));
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (rename.isPending) return;
    const wanted = field.current?.value.trim() ?? '';
    setMissing(wanted === '');
    if (wanted === '') {
      field.current?.focus();
      return;
    }
    const { failure } = await rename.run(wanted);
    if (failure === undefined) onClose();
  };
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      <Refusal words={ofFailure(rename.failure)} />
      <TextField
        ref={field}
        name="passkey-name"
        label={text('security.passkeys.name')}
        hint={text('security.passkeys.nameHint')}
        autoComplete="off"
        maxLength={LIMITS.passkeyNameLengthMax}
        defaultValue={name}
        error={isMissing ? text('security.passkeys.nameMissing') : undefined}
      />
      <DialogActions>
        <Button onClick={onClose}>{text('security.cancel')}</Button>
        <Button type="submit" tone="primary" isBusy={rename.isPending}>
          {text('security.passkeys.saveName')}
        </Button>
      </DialogActions>
    </Form>
  );
}
