import type { NodeView } from '@coffer/contracts';
import { Star } from 'lucide-react';
import { setStar } from '../../../api/stars/set-star.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useText } from './texts.ts';
import styles from './star-button.module.css';

export function StarButton({ node, isStarred }: { readonly node: NodeView; readonly isStarred: boolean }) {
  const text = useText();
  const cache = useQueryCache();
  const handleClick = async (): Promise<void> => {
    const [changed] = await Promise.allSettled([setStar(cache, node.id, !isStarred)]);
    if (changed.status === 'rejected') showToast({ tone: 'danger', text: text('moments.starFailed') });
  };
  return (
    <span className={styles['star']} data-starred={isStarred}>
      <IconButton
        icon={Star}
        label={text(isStarred ? 'moments.unstarOf' : 'moments.starOf', { name: node.name })}
        onClick={() => void handleClick()}
      />
    </span>
  );
}
