import type { SpaceId } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { nameOf } from '../listed-person.ts';
import { useText } from '../texts.ts';
import { RemoveDialog } from '../removal/remove-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TokensDialog } from './tokens-dialog.tsx';
import type { OpenDialog } from './open-dialog.ts';

export interface QuotaAsked {
  readonly spaceId: SpaceId;
  readonly name: string;
  readonly quotaBytes: number;
  readonly usedBytes: number;
  readonly onClose: () => void;
}

interface PeopleDialogProps {
  readonly open: OpenDialog;
  readonly selfId: string;
  readonly renderQuota: (asked: QuotaAsked) => ReactNode;
  readonly onOwnRole: () => Promise<void>;
  readonly onClose: () => void;
  readonly onRowGone: () => void;
}

export function PeopleDialog({
  open,
  selfId,
  renderQuota,
  onOwnRole,
  onClose,
  onRowGone,
}: PeopleDialogProps) {
  const text = useText();
  switch (open.kind) {
    case 'invite':
      return <InviteDialog onClose={onClose} />;
    case 'link':
      return (
        <LinkDialog
          title={text(open.purpose === 'password' ? 'people.link.password' : 'people.link.invitation', {
            name: open.name,
          })}
          explanation={text(`people.link.${open.purpose}.text`)}
          link={open.link}
          onClose={onClose}
        />
      );
    case 'quota': {
      const { spaceId, quotaBytes, usedBytes } = open.item;
      return renderQuota({ spaceId, quotaBytes, usedBytes, name: nameOf(open.item), onClose });
    }
    case 'handOver':
      return <HandOverDialog item={open.item} selfId={selfId} name={nameOf(open.item)} onClose={onClose} />;
    case 'tokens':
      return <TokensDialog item={open.item} name={nameOf(open.item)} onClose={onClose} />;
    case 'remove':
      return (
        <RemoveDialog item={open.item} name={nameOf(open.item)} onClose={onClose} onRowGone={onRowGone} />
      );
    case 'withdraw':
    case 'disable':
    case 'signOut':
    case 'resetFactors':
    case 'removePicture':
    case 'ownRole':
      return <ConfirmDialog open={open} onOwnRole={onOwnRole} onClose={onClose} onRowGone={onRowGone} />;
  }
}
