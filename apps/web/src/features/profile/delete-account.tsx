import { LIMITS, type Person } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { deleteAccount } from '../../api/session/account.ts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Form, List, ListItem, Row } from '../../ui/page/stack.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { useText } from './texts.ts';

interface DeleteAccountProps {
  readonly person: Person;
  readonly onGone: () => Promise<void>;
}

/** The person must type their email address, or their username if they have none. */
export function DeleteAccount({ person, onGone }: DeleteAccountProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Row>
        <Button tone="danger" onClick={() => setAsking(true)}>
          {text('profile.delete.open')}
        </Button>
      </Row>
      <Dialog
        isOpen={isAsking}
        title={text('profile.delete.title')}
        closeLabel={text('profile.cancel')}
        isDismissable={false}
        onClose={() => setAsking(false)}
      >
        <Question person={person} onGone={onGone} onClose={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function Question({ person, onGone, onClose }: DeleteAccountProps & { readonly onClose: () => void }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const remove = useMutation((confirmation: string) => deleteAccount({ confirmation }));
  const { failure } = remove;
  const isOnHold = failure !== undefined && apiErrorOf(failure.cause).code === 'under_hold';
  const own = person.email === '' ? person.username : person.email;
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (remove.isPending) return;
    const typed = field.current?.value.trim() ?? '';
    const isSame = typed.toLowerCase() === own.toLowerCase();
    setOther(!isSame);
    if (!isSame) {
      field.current?.focus();
      return;
    }
    const done = await remove.run(typed);
    if (done.failure === undefined) await onGone();
  };
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      <List label={text('profile.delete.open')}>
        <ListItem>{text('profile.delete.files')}</ListItem>
        <ListItem>{text('profile.delete.spaces')}</ListItem>
        <ListItem>{text('profile.delete.signIn')}</ListItem>
      </List>
      <Refusal words={isOnHold ? text('profile.delete.held') : ofFailure(failure)} />
      <TextField
        ref={field}
        name="confirmation"
        label={text('profile.delete.type', { name: own })}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.emailLengthMax}
        error={isOther ? text('profile.delete.other') : undefined}
      />
      <DialogActions>
        <Button onClick={onClose}>{text('profile.cancel')}</Button>
        <Button type="submit" tone="danger" isBusy={remove.isPending}>
          {text('profile.delete.submit')}
        </Button>
      </DialogActions>
    </Form>
  );
}
