import { isAtLeast, type Person, type Space, type SpaceId } from '@coffer/contracts';
import { GIB } from '@coffer/kit';
import { type FormEvent, useId, useState } from 'react';
import { useQuery } from '../../../api/calls/use-query.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/index.ts';
import { Form, Muted } from '../../../ui/page/stack.tsx';
import { canStream } from '../browser-sink.ts';
import { loadExport } from './lazy-export.ts';
import styles from './export.module.css';
import { useText } from './texts.ts';

interface ExportDialogProps {
  readonly person: Pick<Person, 'name' | 'email'>;
  /** The space that is selected at first. */
  readonly spaceId: SpaceId;
  readonly onClose: () => void;
}

/** Exports the person's own files, or a space that the person manages. */
export function ExportDialog(props: ExportDialogProps) {
  const text = useText();
  const { data, failure, refetch } = useQuery(spacesQuery());
  const spaces = data?.items.filter(({ role }) => isAtLeast(role, 'manager'));
  return (
    <Dialog isOpen title={text('export.title')} closeLabel={text('export.close')} onClose={props.onClose}>
      {spaces !== undefined && <ExportForm {...props} spaces={spaces} />}
      {spaces === undefined && failure === undefined && <Spinner label={text('export.loading')} />}
      {spaces === undefined && failure !== undefined && (
        <Banner
          tone="danger"
          title={text('export.failed')}
          action={<Button onClick={() => void refetch()}>{text('export.retry')}</Button>}
        />
      )}
    </Dialog>
  );
}

function ExportForm({
  person,
  spaceId,
  spaces,
  onClose,
}: ExportDialogProps & { readonly spaces: readonly Space[] }) {
  const text = useText();
  const { size } = useFormats();
  const label = useId();
  const [chosenId, setChosenId] = useState<string>(spaceId);
  const [hasVersions, setVersions] = useState(true);
  const [hasTrash, setTrash] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const chosen = spaces.find(({ id }) => id === chosenId) ?? spaces[0];
  const nameOf = (space: Space): string => (space.kind === 'personal' ? text('export.mine') : space.name);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (chosen === undefined) return;
    setStarting(true);
    setMissing(false);
    const [loaded] = await Promise.allSettled([loadExport()]);
    setStarting(false);
    if (loaded.status === 'rejected') return setMissing(true);
    loaded.value.startExport({
      space: chosen,
      spaceName: nameOf(chosen),
      versions: hasVersions ? 'yes' : 'no',
      trash: hasTrash ? 'yes' : 'no',
      exportedBy: { name: person.name, email: person.email },
    });
    onClose();
  };
  if (chosen === undefined) return null;
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      <p>{text('export.what')}</p>
      {spaces.length > 1 && (
        <div className={styles['field']}>
          <label htmlFor={label}>{text('export.space')}</label>
          <Select id={label} value={chosen.id} onChange={({ target }) => setChosenId(target.value)}>
            {spaces.map((space) => (
              <option key={space.id} value={space.id}>
                {nameOf(space)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <fieldset className={styles['choices']}>
        <legend>{text('export.also')}</legend>
        <Checkbox checked={hasVersions} onChange={() => setVersions(!hasVersions)}>
          {text('export.versions')}
        </Checkbox>
        <Checkbox checked={hasTrash} onChange={() => setTrash(!hasTrash)}>
          {text('export.trash')}
        </Checkbox>
      </fieldset>
      <Muted>{text('export.size', { size: size(chosen.usedBytes) })}</Muted>
      {!canStream() && chosen.usedBytes > GIB && <Banner tone="warning" title={text('export.tooLarge')} />}
      {isMissing && <Banner tone="danger" title={text('export.notStarted')} isAlert />}
      <DialogActions>
        <Button onClick={onClose}>{text('export.cancel')}</Button>
        <Button type="submit" tone="primary" isBusy={isStarting}>
          {text('export.start')}
        </Button>
      </DialogActions>
    </Form>
  );
}
