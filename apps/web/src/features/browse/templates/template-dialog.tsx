import type { NodeId, NodeView } from '@coffer/contracts';
import { FolderPlus, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { pathQuery } from '../../../api/nodes.ts';
import { templatesQuery } from '../../../api/templates.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { makeFolder } from '../actions/node-actions.ts';
import { NodePicture } from '../thumbnails/node-mark.tsx';
import { makeFromTemplate } from './make-from-template.ts';
import styles from './templates.module.css';
import { useText } from './texts.ts';

interface TemplateDialogProps {
  readonly folderId: NodeId;
  readonly onMade: (node: NodeView) => void;
  readonly onClose: () => void;
}

/** Lists the files of the folder "Templates" of this space. Copies the chosen one into the open folder. */
export function TemplateDialog({ folderId, onMade, onClose }: TemplateDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const path = useQuery(pathQuery(folderId));
  const rootId = path.data?.items[0]?.id ?? folderId;
  const { data, failure, refetch } = useQuery(templatesQuery(rootId), { isEnabled: path.data !== undefined });
  const failed = failure ?? path.failure;
  return (
    <Dialog
      isOpen
      size="large"
      title={text('templates.title')}
      closeLabel={text('templates.close')}
      onClose={onClose}
    >
      {failed !== undefined && data === undefined && (
        <div className={styles['failed']}>
          <Refusal words={words.ofFailure(failed)} />
          <Button onClick={() => void Promise.all([path.refetch(), refetch()])}>
            {text('templates.retry')}
          </Button>
        </div>
      )}
      {failed === undefined && data === undefined && <Spinner label={text('templates.loading')} />}
      {data !== undefined && data.files.length > 0 && (
        <Choice files={data.files} folderId={folderId} onMade={onMade} onClose={onClose} />
      )}
      {data?.files.length === 0 && <NoTemplates rootId={rootId} hasFolder={data.folder !== undefined} />}
    </Dialog>
  );
}

interface ChoiceProps extends TemplateDialogProps {
  readonly files: readonly NodeView[];
}

function Choice({ files, folderId, onMade, onClose }: ChoiceProps) {
  const text = useText();
  const cache = useQueryCache();
  const [takenId, setTakenId] = useState<NodeId>();
  const [problem, setProblem] = useState<string>();
  const take = async (template: NodeView): Promise<void> => {
    if (takenId !== undefined) return;
    setTakenId(template.id);
    const refusal = await makeFromTemplate(cache, {
      template,
      parentId: folderId,
      onMade: (node) => {
        onClose();
        onMade(node);
      },
    });
    setTakenId(undefined);
    setProblem(refusal);
  };
  return (
    <>
      <p className={styles['hint']}>{text('templates.choose')}</p>
      {problem !== undefined && <Refusal words={problem} />}
      <ul aria-label={text('templates.list')} className={styles['list']}>
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              aria-busy={takenId === file.id || undefined}
              className={styles['template']}
              onClick={() => void take(file)}
            >
              <span className={styles['picture']} data-busy={takenId === file.id || undefined}>
                {takenId === file.id ? <Spinner /> : <NodePicture node={file} />}
              </span>
              <span className={styles['name']} dir="auto">
                {file.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function NoTemplates({ rootId, hasFolder }: { readonly rootId: NodeId; readonly hasFolder: boolean }) {
  const text = useText();
  const cache = useQueryCache();
  const [problem, setProblem] = useState<string>();
  const make = async (): Promise<void> =>
    setProblem(
      await makeFolder(cache, {
        parentId: rootId,
        name: text('templates.folder'),
        onCreated: () => setProblem(undefined),
      }),
    );
  return (
    <EmptyState
      icon={LayoutTemplate}
      title={text('templates.none.title')}
      text={text('templates.none.text')}
      action={
        !hasFolder && (
          <>
            <Button icon={FolderPlus} onClick={() => void make()}>
              {text('templates.make')}
            </Button>
            {problem !== undefined && <Refusal words={problem} />}
          </>
        )
      }
    />
  );
}
