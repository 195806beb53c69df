import type { Person } from '@coffer/contracts';
import { useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { removePicture, setPicture } from '../../api/session/picture.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { squarePicture } from '../../lib/square-picture.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Row } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';

interface PictureProps {
  readonly person: Person;
  readonly onChange: () => Promise<void>;
}

export function Picture({ person, onChange }: PictureProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const { picture } = person;
  const save = useMutation(async (file: File) => {
    const square = await squarePicture(file);
    setUnreadable(square === undefined);
    if (square === undefined) return;
    await setPicture(square);
    await onChange();
    announce(text('profile.picture.saved'));
  });
  const remove = useMutation(async () => {
    await removePicture();
    await onChange();
    // The pressed button is gone.
    choose.current?.focus();
    announce(text('profile.picture.removed'));
  });
  const handleChange = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    if (file !== undefined && !save.isPending) void save.run(file);
    // Without this, choosing the same file again would fire no event.
    input.value = '';
  };
  return (
    <>
      <Refusal words={isUnreadable ? text('profile.picture.unreadable') : undefined} />
      <Refusal words={ofFailure(save.failure ?? remove.failure)} />
      <Row>
        <Avatar name={person.name === '' ? person.username : person.name} picture={picture} />
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={text('profile.picture')}
          onChange={(event) => handleChange(event.currentTarget)}
        />
        <Button ref={choose} isBusy={save.isPending} onClick={() => chooser.current?.click()}>
          {text(picture === undefined ? 'profile.picture.choose' : 'profile.picture.change')}
        </Button>
        {picture !== undefined && (
          <Button tone="quiet" isBusy={remove.isPending} onClick={() => void remove.run()}>
            {text('profile.picture.remove')}
          </Button>
        )}
      </Row>
    </>
  );
}
