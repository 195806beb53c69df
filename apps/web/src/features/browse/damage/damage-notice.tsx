import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { announce } from '../../../ui/live-regions.ts';
import { Dialog } from '../../../ui/overlays/index.ts';
import { DamageList, type DamageListProps } from './damage-list.tsx';
import styles from './damage.module.css';
import { useText } from './texts.ts';

interface DamageNoticeProps extends DamageListProps {
  /** How many files of the space are damaged. */
  readonly count: number;
  /** How many were announced last: who comes back to the files is not told again. */
  readonly toldCount: number;
  readonly onTold: (count: number) => void;
  /** The address of the page: the list belongs to the one that it was opened on, and closes with a link out of it. */
  readonly path: string;
}

/** The server counts no further. */
const COUNTED_MAX = 1_000;

/** Says that something in the space is damaged, wherever in it the person stands, and leads to what can be done. */
export function DamageNotice({ count, toldCount, onTold, path, onUpload, ...list }: DamageNoticeProps) {
  const text = useText();
  const words = text(count < COUNTED_MAX ? 'browse.damages.count' : 'browse.damages.countMany', { count });
  useEffect(() => {
    if (count === toldCount) return;
    onTold(count);
    if (count > 0) announce(words);
  }, [count, toldCount, onTold, words]);
  const [openAt, setOpenAt] = useState<string>();
  const close = (): void => setOpenAt(undefined);
  return (
    <>
      {count > 0 && (
        <section aria-label={text('browse.damages.title')} className={styles['notice']}>
          <Icon of={TriangleAlert} className={styles['sign']} />
          <p>{words}</p>
          <Button tone="quiet" onClick={() => setOpenAt(path)}>
            {text('browse.damages.show')}
          </Button>
        </section>
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
