import type { ListSelection, NodeView, SpaceId } from '@coffer/contracts';
import { useState } from 'react';
import { itemsOf, tagsQuery } from '../../../api/tags/tags.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { ManageTags } from './manage-tags.tsx';
import { type Chosen, marksOf } from './marks.ts';
import { TagChoice } from './tag-choice.tsx';
import styles from './tags.module.css';
import { useText } from './texts.ts';
import { useSaving } from './use-saving.ts';

interface TagDialogProps {
  readonly nodes: readonly NodeView[];
  /** Replaces `nodes` if there are too many items to read. */
  readonly all?: { readonly selection: ListSelection; readonly count: number; readonly spaceId: SpaceId };
  readonly onClose: () => void;
}

/** Adds tags to one or more items, or removes them. Nothing changes until it is saved. */
export function TagDialog({ nodes, all, onClose }: TagDialogProps) {
  const text = useText();
  const [isManaging, setManaging] = useState(false);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const spaceId = all?.spaceId ?? nodes[0]?.spaceId;
  const tags = useQuery(tagsQuery(spaceId));
  const marks = marksOf(all === undefined ? nodes : undefined, chosen);
  const saving = useSaving({
    selection: all?.selection ?? itemsOf(nodes.map(({ id }) => id)),
    onSaved: onClose,
  });
  const [only] = nodes;
  const title =
    all === undefined && nodes.length === 1
      ? text('tags.titleOf', { name: only?.name ?? '' })
      : text('tags.titleOfMany', { count: all?.count ?? nodes.length });
  if (isManaging) {
    return (
      <Dialog
        isOpen
        size="small"
        title={text('tags.manage')}
        closeLabel={text('tags.close')}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={() => setManaging(false)}>
            {text('tags.done')}
          </Button>
        }
      >
        <ManageTags spaceId={spaceId} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      size="small"
      isDismissable={chosen.size === 0}
      title={title}
      closeLabel={text('tags.close')}
      onClose={onClose}
      footer={
        <>
          <span className={styles['aside']}>
            <Button tone="quiet" onClick={() => setManaging(true)}>
              {text('tags.manage')}
            </Button>
          </span>
          <Button onClick={onClose}>{text('tags.cancel')}</Button>
          <Button
            tone="primary"
            isBusy={saving.isBusy}
            onClick={() => void saving.save(marks.changes, setChosen)}
          >
            {text('tags.save')}
          </Button>
        </>
      }
    >
      <TagChoice spaceId={spaceId} tags={tags} marks={marks} onChoose={setChosen} chosen={chosen} />
      {saving.refusal !== undefined && <p role="alert">{saving.refusal}</p>}
    </Dialog>
  );
}

export function TagsOfNodes({
  node,
  nodes = [node],
  onClose,
}: {
  readonly node: NodeView;
  readonly nodes?: readonly NodeView[] | undefined;
  readonly onClose: () => void;
}) {
  return <TagDialog nodes={nodes} onClose={onClose} />;
}
