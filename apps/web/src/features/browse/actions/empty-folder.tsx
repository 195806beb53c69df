import { FolderOpen, FolderPlus, FolderUp, Upload } from 'lucide-react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useCoarsePointer } from '../../../ui/grid/index.ts';
import { useText as usePageText } from '../texts.ts';
import { useText } from './texts.ts';

interface EmptyFolderProps {
  readonly onChoose: () => void;
  readonly onChooseFolder: () => void;
  readonly onNewFolder: () => void;
}

export function EmptyFolder({ onChoose, onChooseFolder, onNewFolder }: EmptyFolderProps) {
  const text = useText();
  const pageText = usePageText();
  const isCoarse = useCoarsePointer();
  const { mayAdd } = useSpaceRights();
  if (!mayAdd) {
    return (
      <EmptyState icon={FolderOpen} title={text('browse.empty.title')} text={text('browse.empty.viewer')} />
    );
  }
  return (
    <EmptyState
      icon={FolderOpen}
      title={text('browse.empty.title')}
      text={text(isCoarse ? 'browse.empty.touch' : 'browse.empty.text')}
      action={
        <>
          <Button tone="primary" icon={Upload} onClick={onChoose}>
            {pageText('browse.uploadFiles')}
          </Button>
          {!isCoarse && (
            <Button icon={FolderUp} onClick={onChooseFolder}>
              {pageText('browse.uploadFolder')}
            </Button>
          )}
          <Button icon={FolderPlus} onClick={onNewFolder}>
            {pageText('browse.new.folder')}
          </Button>
        </>
      }
    />
  );
}
