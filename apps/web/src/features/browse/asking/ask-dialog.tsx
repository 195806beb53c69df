import type { NodeId } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { nodeQuery } from '../../../api/nodes.ts';
import { askableQuery } from '../../../api/sharing/access-requests.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { AskAccess } from './ask-access.tsx';
import styles from './asking.module.css';
import { useText } from './texts.ts';

interface AskDialogProps {
  readonly nodeId: NodeId;
  readonly onClose: () => void;
}

/** Shows the form at once, unless there is nothing to ask for. */
export function AskDialog({ nodeId, onClose }: AskDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const node = useQuery(nodeQuery(nodeId));
  const askable = useQuery(askableQuery(nodeId));
  const spaces = useQuery(spacesQuery());
  // The root folder of a space has no name, so the space's name is shown.
  const root = spaces.data?.items.find(({ rootId }) => rootId === nodeId);
  const name = root?.name ?? node.data?.name;
  const failure = node.failure ?? askable.failure;
  const retry = async (): Promise<unknown> => await Promise.all([node.refetch(), askable.refetch()]);
  const content = (): ReactNode => {
    if (node.data !== undefined && name !== undefined && askable.data !== undefined) {
      if (askable.data.roles.length === 0) return <p>{text('ask.hasAll')}</p>;
      return <AskAccess node={{ id: nodeId, name }} isFormFirst onCancel={onClose} />;
    }
    if (failure !== undefined) {
      return (
        <>
          <Refusal words={words.ofFailure(failure)} />
          <div className={styles['ways']}>
            <Button onClick={() => void retry()}>{text('ask.retry')}</Button>
          </div>
        </>
      );
    }
    return (
      <output aria-label={text('ask.loading')} className={styles['form']}>
        <Skeleton height="48px" />
        <Skeleton height="48px" />
      </output>
    );
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={name === undefined ? text('ask.dialog') : text('ask.dialog.of', { name })}
      closeLabel={text('ask.close')}
      onClose={onClose}
    >
      {content()}
    </Dialog>
  );
}
