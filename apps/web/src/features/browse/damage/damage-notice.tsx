import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { DamageList, type DamageListProps } from './damage-list.tsx';
import styles from './damage.module.css';
import { useText } from './texts.ts';

interface DamageNoticeProps extends DamageListProps {
  /** How many files of the space are damaged. */
  readonly count: number;
  /** The address of the page: the list belongs to the one that it was opened on, and closes with a link out of it. */
  readonly path: string;
}

/** Says that something in the space is damaged, wherever in it the person stands, and leads to what can be done. */
export function DamageNotice({ count, path, onUpload, ...list }: DamageNoticeProps) {
  const text = useText();
  const [openAt, setOpenAt] = useState<string>();
  const close = (): void => setOpenAt(undefined);
  return (
    <>
      {count > 0 && (
        <div className={styles['notice']}>
          <Icon of={TriangleAlert} className={styles['sign']} />
          <p>{text('browse.damages.count', { count })}</p>
          <Button tone="quiet" onClick={() => setOpenAt(path)}>
            {text('browse.damages.show')}
          </Button>
        </div>
      )}
      <Dialog
        isOpen={openAt === path}
        size="large"
        title={text('browse.damages.title')}
        closeLabel={text('browse.damages.close')}
        onClose={close}
      >
        <DamageList
          {...list}
          onUpload={(node, file) => {
            // What the tray asks is not asked below the list.
            close();
            onUpload(node, file);
          }}
        />
      </Dialog>
    </>
  );
}
