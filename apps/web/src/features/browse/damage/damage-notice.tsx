import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Dialog } from '../../../ui/overlays/index.ts';
import { DamageList, type DamageListProps } from './damage-list.tsx';
import styles from './damage.module.css';
import { useText } from './texts.ts';

interface DamageNoticeProps extends DamageListProps {
  readonly count: number;
  /** The count that was last announced, so that it is not announced again. */
  readonly toldCount: number;
  readonly onTold: (count: number) => void;
  /** Path of the page. The list closes on navigation. */
  readonly path: string;
}

/** The server stops counting at this number. */
const COUNTED_MAX = 1_000;

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
            // An open dialog would hide the upload tray and its questions.
            close();
            onUpload(node, file);
          }}
        />
      </Dialog>
    </>
  );
}
