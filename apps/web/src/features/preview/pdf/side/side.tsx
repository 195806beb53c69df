import type { Find } from '../find/use-find.ts';
import type { PdfDocument } from '../pdf-document.ts';
import styles from './side.module.css';
import { useText } from '../texts.ts';
import { Contents } from './contents.tsx';
import { FoundList } from './found-list.tsx';
import { PageList } from './page-list.tsx';

const TABS = ['contents', 'pages', 'found'] as const;
export type SideTab = (typeof TABS)[number];

interface SideProps {
  readonly pdf: PdfDocument;
  readonly tab: SideTab;
  readonly find: Find;
  readonly current: number;
  readonly ratio: number;
  readonly onTab: (tab: SideTab) => void;
  readonly onGo: (page: number) => void;
}

export function Side({ pdf, tab, find, current, ratio, onTab, onGo }: SideProps) {
  const text = useText();
  return (
    <aside aria-label={text('pdf.side')} className={styles['side']} data-own-keys>
      <fieldset aria-label={text('pdf.sideShows')} className={styles['tabs']}>
        {TABS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === tab}
            className={styles['tab']}
            onClick={() => onTab(each)}
          >
            {text(`pdf.${each}`)}
          </button>
        ))}
      </fieldset>
      {tab === 'contents' && <Contents pdf={pdf} current={current} onGo={onGo} />}
      {tab === 'pages' && <PageList pdf={pdf} current={current} ratio={ratio} onGo={onGo} />}
      {tab === 'found' && <FoundList find={find} />}
    </aside>
  );
}
