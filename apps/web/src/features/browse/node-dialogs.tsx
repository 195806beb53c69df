import type { NodeView } from '@coffer/contracts';
import type { ComponentType } from 'react';
import { lazy } from '../../ui/loading/lazy.tsx';

interface NodeDialogProps {
  readonly node: NodeView;
  /** All items, if the dialog is about several. */
  readonly nodes?: readonly NodeView[] | undefined;
  readonly onClose: () => void;
}

/** Dialogs about one or more items, by the name of the action that opens them. None is prefetched. */
const DIALOGS = {
  links: lazy(async () => ({ default: (await import('./links/links-dialog.tsx')).LinksDialog })),
  request: lazy(async () => ({ default: (await import('./links/request-dialog.tsx')).RequestDialog })),
  share: lazy(async () => ({ default: (await import('./sharing/share-dialog.tsx')).ShareDialog })),
  tags: lazy(async () => ({ default: (await import('./tags/tag-dialog.tsx')).TagsOfNodes })),
  versions: lazy(async () => ({ default: (await import('./versions/versions-dialog.tsx')).VersionsDialog })),
} satisfies Record<string, ComponentType<NodeDialogProps>>;

export type NodeDialogName = keyof typeof DIALOGS;

export function isNodeDialog(id: string): id is NodeDialogName {
  return Object.hasOwn(DIALOGS, id);
}

export function NodeDialog({ name, ...props }: NodeDialogProps & { readonly name: NodeDialogName }) {
  const Dialog = DIALOGS[name];
  return <Dialog {...props} />;
}
