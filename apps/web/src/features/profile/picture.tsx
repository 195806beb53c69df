import type { Person } from '@coffer/contracts';
import { useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { pictureQuery, removePicture, setPicture } from '../../api/session/picture.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { squarePicture } from '../../lib/square-picture.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Row } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';

export function Picture({ person }: { readonly person: Person }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const { data, failure } = useQuery(pictureQuery());
  const picture = data?.picture ?? undefined;
  const save = useMutation(async (file: File) => {
    const square = await squarePicture(file);
    setUnreadable(square === undefined);
    if (square === undefined) return;
    await setPicture(cache, square);
    announce(text('profile.picture.saved'));
  });
  const remove = useMutation(async () => {
    await removePicture(cache);
    // The button that was pressed is gone.
    choose.current?.focus();
    announce(text('profile.picture.removed'));
  });
  const handleChange = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    if (file !== undefined && !save.isPending) void save.run(file);
    // Otherwise the same file fires no event.
    input.value = '';
  };
  return (
    <>
      <Refusal words={isUnreadable ? text('profile.picture.unreadable') : undefined} />
      <Refusal words={ofFailure(save.failure ?? remove.failure ?? failure)} />
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
