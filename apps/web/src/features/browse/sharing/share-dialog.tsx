import type { NodeView } from '@coffer/contracts';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { invitedQuery } from '../../../api/sharing/invited.ts';
import { accessQuery } from '../../../api/sharing/sharing.ts';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AccessRequests } from '../asking/lazy-asking.ts';
import { AccessList } from './access-list.tsx';
import { InvitedList } from './invited-list.tsx';
import { ShareForm } from './share-form.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const LinksDialog = lazy(async () => ({
  default: (await import('../links/links-dialog.tsx')).LinksDialog,
}));

interface ShareDialogProps {
  readonly node: NodeView;
  readonly onClose: () => void;
}

/** Shows who has access to a file or folder. Those who may share it can give, change and remove access. */
export function ShareDialog({ node, onClose }: ShareDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const rights = useSpaceRights();
  const { data, failure, refetch } = useQuery(accessQuery(node.id));
  const { data: invited } = useQuery(invitedQuery(node.id), { isEnabled: data?.mayShare === true });
  const [isLinking, setLinking] = useState(false);
  const mayShare = data?.mayShare ?? rights.mayShare;
  if (isLinking) {
    return (
      <Suspense>
        <LinksDialog node={node} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Dialog
      isOpen
      isDismissable={!mayShare}
      title={text(mayShare ? 'share.title' : 'share.titleOfViewer', { name: node.name })}
      closeLabel={text('share.close')}
      onClose={onClose}
    >
      {data !== undefined && (
        <Suspense fallback={null}>
          <AccessRequests node={node} mayShare={data.mayShare} />
        </Suspense>
      )}
      {data?.mayShare === true && (
        <ShareForm
          node={node}
          access={data}
          invited={invited}
          onLink={rights.mayLink ? () => setLinking(true) : undefined}
        />
      )}
      {failure !== undefined && data === undefined && (
        <>
          <Refusal words={words.ofFailure(failure)} />
          <div className={styles['ways']}>
            <Button onClick={() => void refetch()}>{text('share.retry')}</Button>
          </div>
        </>
      )}
      {failure === undefined && data === undefined && (
        <output aria-label={text('share.loading')} className={styles['form']}>
          <Skeleton height="48px" />
          <Skeleton height="48px" />
        </output>
      )}
      {data !== undefined && (
        <>
          <AccessList node={node} access={data} onLeft={onClose} />
          {invited !== undefined && <InvitedList node={node} invited={invited} />}
          <div className={styles['ways']}>
            {rights.mayLink && (
              <Button icon={Link2} onClick={() => setLinking(true)}>
                {text('share.link')}
              </Button>
            )}
            <ButtonLink href={`/nodes/${node.id}/access`}>{text('share.why')}</ButtonLink>
          </div>
        </>
      )}
    </Dialog>
  );
}
