import type { NodeView } from '@coffer/contracts';
import { useQuery } from '../../api/calls/use-query.ts';
import { type AccessReason, accessQuery } from '../../api/sharing/sharing.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Leave } from './leave.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface SharedHeadProps {
  /** The item that was shared. */
  readonly root: Pick<NodeView, 'id' | 'name'>;
  readonly onLeft: () => void;
}

/** Shows who shares an item with the person, with which role, and until when. */
export function SharedHead({ root, onLeft }: SharedHeadProps) {
  const text = useText();
  const formats = useFormats();
  const { data } = useQuery(accessQuery(root.id));
  // The reader is always the first entry.
  const grant = data?.items[0]?.reasons.find(isGrant);
  const facts =
    grant === undefined
      ? []
      : [
          ...(grant.grantedBy === null ? [] : [text('shared.by', { name: grant.grantedBy })]),
          ...(grant.group === null ? [] : [text('shared.through', { name: grant.group.name })]),
          text(`shared.role.${grant.role}`),
          ...(grant.grant.expiresAt === null
            ? []
            : [text('shared.until', { date: formats.date(grant.grant.expiresAt) })]),
        ];
  return (
    <div className={styles['head']}>
      <p>{facts.join(' · ')}</p>
      {grant?.group === null && <Leave node={root} holderId={grant.grant.holderId} onLeft={onLeft} />}
    </div>
  );
}

type GrantReason = Extract<AccessReason, { readonly kind: 'grant' }>;

function isGrant(reason: AccessReason): reason is GrantReason {
  return reason.kind === 'grant' && reason.folder === null;
}
