import { TEXT_SHOWN_BYTES, textQuery } from '../../../api/content.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useFormats } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from '../preview.module.css';
import { useText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';

export function TextView({ node, content: { url }, failed }: ViewerProps) {
  const text = useText();
  const formats = useFormats();
  const content = useQuery(textQuery(node, url));
  if (content.isPending) return <Spinner size="large" label={text('preview.loading')} />;
  if (content.data === undefined) return failed;
  return (
    <div className={styles['textView']}>
      {content.data.isCut && (
        <Banner tone="info">{text('preview.cut', { size: formats.size(TEXT_SHOWN_BYTES) })}</Banner>
      )}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-label={text('preview.text', { name: node.name })}
        className={styles['text']}
      >
        <pre dir="auto">{content.data.text}</pre>
      </section>
    </div>
  );
}
