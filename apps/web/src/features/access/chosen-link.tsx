import type { NodeView } from '@coffer/contracts';
import { Link2 } from 'lucide-react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { invalidateLinkLists, restoreLinks, revokeLinks } from '../../api/links/link-lists.ts';
import { invalidateSharing, type LinkAccess } from '../../api/sharing/sharing.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './access.module.css';
import { LinkChain } from './chain.tsx';
import { ChosenHeading } from './chosen-person.tsx';
import { SeeAs } from './see-as.tsx';
import { useText } from './texts.ts';

interface ChosenLinkProps {
  readonly node: NodeView;
  readonly link: LinkAccess;
  readonly maySeeAs: boolean;
}

/** Pass the id of the link as `key`. */
export function ChosenLink({ node, link, maySeeAs }: ChosenLinkProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const change = useMutation(async (act: () => Promise<unknown>) => {
    try {
      await act();
    } finally {
      await Promise.all([invalidateSharing(cache), invalidateLinkLists(cache)]);
    }
  });
  const handleUndo = async (): Promise<void> => {
    const { failure } = await change.run(() => restoreLinks([link.linkId]));
    if (failure !== undefined) showToast({ tone: 'danger', text: words.ofFailure(failure) ?? '' });
  };
  const handleRemove = async (): Promise<void> => {
    const { failure } = await change.run(() => revokeLinks([link.linkId]));
    if (failure !== undefined) return;
    const undo = { label: text('access.undo'), onPress: () => void handleUndo() };
    showToast({ tone: 'success', key: 'access', text: text('access.link.removed'), action: undo });
  };
  return (
    <>
      <header className={styles['says']}>
        <span className={styles['mark']}>
          <Icon of={Link2} size={18} />
        </span>
        <div>
          <ChosenHeading title={text(`access.link.says.${link.kind}`)} />
          <p>{text(link.kind === 'request' ? 'access.link.requestNote' : 'access.link.noAccount')}</p>
        </div>
        {maySeeAs && link.kind !== 'request' && !link.isUsedUp && (
          <SeeAs spaceId={node.spaceId} viewed={{ linkId: link.linkId }} />
        )}
      </header>
      <div className={styles['cards']}>
        <div className={styles['card']} data-counts="">
          <header>
            <h3>{text(link.kind === 'request' ? 'access.link.wayRequest' : 'access.link.way')}</h3>
            <span className={styles['badge']}>{text(`access.link.${link.kind}`)}</span>
          </header>
          <LinkChain node={node} link={link} />
          {link.mayRevoke && (
            <footer>
              <Button isBusy={change.isPending} onClick={() => void handleRemove()}>
                {text('access.link.remove')}
              </Button>
              <Refusal words={words.ofFailure(change.failure)} />
            </footer>
          )}
        </div>
      </div>
    </>
  );
}
