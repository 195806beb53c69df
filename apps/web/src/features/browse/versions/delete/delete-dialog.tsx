import type { NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { invalidateTree } from '../../../../api/nodes.ts';
import { apiErrorOf } from '../../../../api/calls/error.ts';
import { useErrorTexts } from '../../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../../api/calls/use-query.ts';
import { deleteVersion, type Version } from '../../../../api/versions.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { Refusal } from '../../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { AlertDialog } from '../../../../ui/overlays/index.ts';
import { Muted } from '../../../../ui/page/stack.tsx';
import { useText } from './texts.ts';

interface DeleteDialogProps {
  readonly node: NodeView;
  readonly version: Version;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

export function DeleteDialog({ node, version, onDeleted, onClose }: DeleteDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const { dateTime, number, size } = useFormats();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { freesBytes, label } = version;
  const facts = { number: number(version.number), date: dateTime(version.createdAt), name: node.name };
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    const [done] = await Promise.allSettled([deleteVersion(node.id, version.id)]);
    await invalidateTree(cache);
    setBusy(false);
    if (done.status === 'rejected') {
      setRefusal(words.ofError(apiErrorOf(done.reason)));
      return;
    }
    showToast({ tone: 'success', text: text('delete.done', facts) });
    onClose();
    onDeleted();
  };
  return (
    <AlertDialog
      isOpen
      title={text('delete.title', facts)}
      cancelLabel={text('delete.cancel')}
      confirmLabel={text('delete.confirm')}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
    >
      <Refusal words={refusal} />
      <p>
        {text('delete.text', facts)} {label !== null && text('delete.labelled', { label })}
      </p>
      <Muted>
        {freesBytes > 0 ? text('delete.frees', { size: size(freesBytes) }) : text('delete.freesNothing')}
      </Muted>
    </AlertDialog>
  );
}
