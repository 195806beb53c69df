import type { ActivityItem } from '@coffer/contracts';
import type { DetailsText } from './texts.ts';

type Action = ActivityItem['action'];
export type SharingAction = Extract<Action, { readonly kind: `share${string}` | `link_${string}` }>;

export function isSharing(action: Action): action is SharingAction {
  return action.kind.startsWith('share') || action.kind.startsWith('link_');
}

/** For example "Gave Ben access: Can edit". */
export function sharingWords(text: DetailsText, action: SharingAction): string {
  switch (action.kind) {
    case 'shared':
    case 'share_changed': {
      const role = text(`details.role.${action.role}`);
      if (action.holder.kind === 'you') return text(`details.did.${action.kind}.you`, { role });
      if (action.kind === 'shared' && action.holder.kind === 'address') {
        return text('details.did.shared.address', { who: action.holder.name, role });
      }
      return text(`details.did.${action.kind}`, { who: holderName(text, action.holder), role });
    }
    case 'share_ended':
      if (action.holder.kind === 'you') return text('details.did.share_ended.you');
      if (action.holder.kind === 'address') {
        return text('details.did.share_ended.address', { who: action.holder.name });
      }
      return text('details.did.share_ended', { who: holderName(text, action.holder) });
    case 'share_joined':
      return text('details.did.share_joined', { role: text(`details.role.${action.role}`) });
    case 'share_left':
    case 'share_returned':
    case 'link_created':
    case 'link_changed':
    case 'link_revoked':
    case 'link_restored':
      return text(`details.did.${action.kind}`);
  }
}

function holderName(
  text: DetailsText,
  holder: Extract<SharingAction, { readonly kind: 'share_ended' }>['holder'],
): string {
  return 'name' in holder ? holder.name : text('details.holder.gone');
}
