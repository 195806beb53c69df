import { type Space, SPACE_COLORS } from '@coffer/contracts';
import { useId, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { spaceKeys, spacesQuery } from '../../../api/spaces.ts';
import { archivedSpacesQuery, createSpace, restoreSpace, type SpaceFacts } from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ColorMark } from '../../../ui/marks/color-mark.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from './dialogs.module.css';
import { SpaceForm } from './space-form.tsx';
import { useText } from './texts.ts';

interface NewSpaceDialogProps {
  readonly onCreated: (space: Space) => void;
  readonly onClose: () => void;
}

export function NewSpaceDialog({ onCreated, onClose }: NewSpaceDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const form = useId();
  const known = useQuery(spacesQuery()).data?.items.length ?? 0;
  // Neighbours in the navigation get different colors.
  const [color] = useState(SPACE_COLORS[known % SPACE_COLORS.length] ?? 'teal');
  const creation = useMutation(createSpace);
  const handleCreate = async (facts: SpaceFacts): Promise<void> => {
    const { data } = await creation.run(facts);
    if (data === undefined) return;
    await invalidate(cache, spaceKeys.list);
    onCreated(data);
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text('spaces.new.title')}
      closeLabel={text('spaces.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('spaces.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} isBusy={creation.isPending}>
            {text('spaces.new.create')}
          </Button>
        </>
      }
    >
      <p className={styles['muted']}>{text('spaces.new.intro')}</p>
      <Refusal words={words.ofFailure(creation.failure)} />
      <SpaceForm
        id={form}
        initial={{ name: '', description: '', color }}
        error={creation.failure === undefined ? undefined : apiErrorOf(creation.failure.cause)}
        onSubmit={(facts) => void handleCreate(facts)}
      />
      <Archives onRestored={onCreated} />
    </Dialog>
  );
}

function Archives({ onRestored }: { readonly onRestored: (space: Space) => void }) {
  const text = useText();
  const words = useErrorTexts();
  const formats = useFormats();
  const cache = useQueryCache();
  const { data } = useQuery(archivedSpacesQuery());
  const restoring = useMutation(restoreSpace);
  const handleRestore = async (spaceId: Space['id']): Promise<void> => {
    const { data: restored } = await restoring.run(spaceId);
    if (restored === undefined) return;
    await invalidate(cache, spaceKeys.all);
    showToast({ tone: 'success', text: text('spaces.restored', { name: restored.name }) });
    onRestored(restored);
  };
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={styles['section']}>
      <h3>{text('spaces.archives')}</h3>
      <Refusal words={words.ofFailure(restoring.failure)} />
      <ul aria-label={text('spaces.archives')} className={styles['list']}>
        {data.items.map((space) => (
          <li key={space.id} className={styles['row']}>
            <ColorMark name={space.name} color={space.color} />
            <div className={styles['who']}>
              <bdi>{space.name}</bdi>
              <span className={styles['muted']}>
                {space.goesAt === null
                  ? text('spaces.archives.held')
                  : text('spaces.archives.until', { date: formats.date(space.goesAt) })}
              </span>
            </div>
            <Button
              aria-label={text('spaces.archives.restoreNamed', { name: space.name })}
              onClick={() => void handleRestore(space.id)}
            >
              {text('spaces.archives.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
