import type { FeedItem } from '@coffer/contracts';
import type { ActivityText } from './texts.ts';

type Action = FeedItem['action'];
type SharingAction = Extract<Action, { readonly kind: `share${string}` | `link_${string}` }>;
type Holder = Extract<SharingAction, { readonly kind: 'share_ended' }>['holder'];

export function isSharing(action: Action): action is SharingAction {
  return action.kind.startsWith('share') || action.kind.startsWith('link_');
}

export function formatSharing(text: ActivityText, action: SharingAction, name: string): string {
  switch (action.kind) {
    case 'shared':
    case 'share_changed': {
      const role = text(`activity.role.${action.role}`);
      if (action.holder.kind === 'you') return text(`activity.${action.kind}.you`, { name, role });
      if (action.kind === 'shared' && action.holder.kind === 'address') {
        return text('activity.shared.address', { name, who: action.holder.name, role });
      }
      return text(`activity.${action.kind}`, { name, who: holderName(text, action.holder), role });
    }
    case 'share_ended':
      if (action.holder.kind === 'you') return text('activity.share_ended.you', { name });
      if (action.holder.kind === 'address') {
        return text('activity.share_ended.address', { name, who: action.holder.name });
      }
      return text('activity.share_ended', { name, who: holderName(text, action.holder) });
    case 'share_joined':
      return text('activity.share_joined', { name, role: text(`activity.role.${action.role}`) });
    case 'share_left':
    case 'share_returned':
    case 'link_created':
    case 'link_changed':
    case 'link_revoked':
    case 'link_restored':
      return text(`activity.${action.kind}`, { name });
  }
}

function holderName(text: ActivityText, holder: Holder): string {
  return 'name' in holder ? holder.name : text('activity.holder.gone');
}
