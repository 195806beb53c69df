import { FolderUp, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import styles from './request.module.css';
import { useText } from './texts.ts';

interface FileChoosersProps {
  readonly filesLabel: string;
  readonly folderLabel: string;
  readonly isPrimary: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Two buttons: browsers choose either files or a folder. */
export function FileChoosers({ filesLabel, folderLabel, isPrimary, onFiles }: FileChoosersProps) {
  const text = useText();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const handleChange = (input: HTMLInputElement): void => {
    onFiles(Array.from(input.files ?? []));
    // Otherwise choosing the same file again fires no event.
    input.value = '';
  };
  return (
    <span className={styles['choosers']}>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={text('request.input.files')}
        onChange={(event) => handleChange(event.currentTarget)}
      />
      <input
        ref={(input) => {
          input?.setAttribute('webkitdirectory', '');
          folder.current = input;
        }}
        type="file"
        multiple
        hidden
        aria-label={text('request.input.folder')}
        onChange={(event) => handleChange(event.currentTarget)}
      />
      <Button icon={Upload} tone={isPrimary ? 'primary' : 'secondary'} onClick={() => files.current?.click()}>
        {filesLabel}
      </Button>
      <Button icon={FolderUp} onClick={() => folder.current?.click()}>
        {folderLabel}
      </Button>
    </span>
  );
}
