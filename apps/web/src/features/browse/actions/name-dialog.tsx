import { isReservedOnWindows, nodeNameIssue } from '@coffer/contracts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { NameDialog as Naming } from '../../../ui/overlays/name-dialog.tsx';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

interface NameDialogProps {
  readonly title: string;
  readonly isFile?: boolean;
  /** Resolves to an error message if the name is refused. */
  readonly onSubmit: (name: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** On the first submit, a name that Windows reserves causes only a warning. */
export function NameDialog({ title, isFile = false, onSubmit, onClose }: NameDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const [isReserved, setReserved] = useState(false);
  const [isWarned, setWarned] = useState(false);
  return (
    <Naming
      title={title}
      label={text('browse.newName')}
      saveLabel={text(isWarned ? 'browse.createAnyway' : isFile ? 'browse.createFile' : 'browse.create')}
      cancelLabel={text('browse.cancel')}
      closeLabel={text('browse.close')}
      note={
        <output className={styles['warning']}>
          {isReserved && (
            <>
              <Icon of={TriangleAlert} size={16} />
              {text('browse.reserved')}
            </>
          )}
        </output>
      }
      onType={(name) => {
        setReserved(isReservedOnWindows(name));
        setWarned(false);
      }}
      onSave={async (name) => {
        const issue = nodeNameIssue(name);
        if (issue !== undefined) return words.ofIssue(issue);
        if (isReserved && !isWarned) {
          setWarned(true);
          return undefined;
        }
        const refusal = await onSubmit(name);
        if (refusal === undefined) onClose();
        return refusal;
      }}
      onClose={onClose}
    />
  );
}
