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
  readonly onRemoved: () => void;
}

/** Pass the id of the link as `key`. */
export function ChosenLink({ node, link, maySeeAs, onRemoved }: ChosenLinkProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const change = useMutation(
    async (act: typeof revokeLinks, refused: string): Promise<string | undefined> => {
      try {
        const { done } = await act([link.linkId]);
        return done.length === 0 ? refused : undefined;
      } finally {
        await Promise.all([invalidateSharing(cache), invalidateLinkLists(cache)]);
      }
    },
  );
  const handleUndo = async (): Promise<void> => {
    const { data: refused, failure } = await change.run(restoreLinks, text('access.link.notRestored'));
    const why = refused ?? words.ofFailure(failure);
    if (why !== undefined) showToast({ tone: 'danger', text: why });
  };
  const handleRemove = async (): Promise<void> => {
    const { data: refused, failure } = await change.run(revokeLinks, text('access.link.notRemoved'));
    if (refused !== undefined || failure !== undefined) return;
    onRemoved();
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
              <Refusal words={words.ofFailure(change.failure) ?? change.data} />
            </footer>
          )}
        </div>
      </div>
    </>
  );
}
