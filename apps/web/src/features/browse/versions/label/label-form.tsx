import type { NodeView } from '@coffer/contracts';
import { LIMITS } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import { versionsKey } from '../../../../api/details/versions-query.ts';
import { apiErrorOf } from '../../../../api/calls/error.ts';
import { useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { invalidate } from '../../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { labelVersion, type Version } from '../../../../api/versions.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Row, Stack } from '../../../../ui/page/stack.tsx';
import { TextField } from '../../../../ui/controls/text-field.tsx';
import { useText } from './texts.ts';

interface LabelFormProps {
  readonly node: NodeView;
  readonly version: Version;
  readonly onClose: () => void;
}

/** An empty field removes the label. */
export function LabelForm({ node, version, onClose }: LabelFormProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const [label, setLabel] = useState(version.label ?? '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    const wanted = label.trim();
    const [saved] = await Promise.allSettled([
      labelVersion(node.id, version.id, wanted === '' ? null : wanted),
    ]);
    setBusy(false);
    if (saved.status === 'rejected') {
      setError(words.ofError(apiErrorOf(saved.reason)));
      return;
    }
    await invalidate(cache, versionsKey(node));
    onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack>
        <TextField
          label={text('label.field')}
          hint={text('label.hint')}
          error={error}
          value={label}
          maxLength={LIMITS.versionLabelLengthMax}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person opened the form to type here
          autoFocus
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Row>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {text('label.save')}
          </Button>
          <Button onClick={onClose}>{text('label.cancel')}</Button>
        </Row>
      </Stack>
    </form>
  );
}
