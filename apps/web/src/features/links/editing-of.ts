import type { GuestShare } from '@coffer/contracts';
import type { GuestEditing } from '../../api/links/guest-saving.ts';

/** Undefined if guests of the link may not change files. */
export function editingOf(token: string, link: GuestShare): GuestEditing | undefined {
  if (link.kind !== 'edit') return undefined;
  return {
    token,
    rootId: link.node.id,
    isFolder: link.node.kind === 'folder',
    kinds: link.kinds,
    expiresAt: new Date(link.expiresAt),
    openSession: async (isNew) => {
      const { openEditSession } = await import('./edit/edit-session.ts');
      return await openEditSession(token, isNew);
    },
  };
}
