import type { NodeId } from '@coffer/contracts';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { nodeQuery } from '../../../api/nodes.ts';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NodeDialog } from '../node-dialogs.tsx';
import { useText } from '../texts.ts';
import { Suspense } from '../../../ui/loading/lazy.tsx';

/** Shares the open folder. On phones, the row menu has this action instead. */
export function ShareFolder({ folderId }: { readonly folderId: NodeId }) {
  const text = useText();
  const { mayShare } = useSpaceRights();
  const [isOpen, setOpen] = useState(false);
  const { data: node } = useQuery(nodeQuery(folderId), { isEnabled: isOpen });
  if (!mayShare) return null;
  return (
    <>
      <Button icon={Users} data-wide="" isBusy={isOpen && node === undefined} onClick={() => setOpen(true)}>
        {text('browse.shareThis')}
      </Button>
      {isOpen && node !== undefined && (
        <Suspense>
          <NodeDialog name="share" node={node} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
