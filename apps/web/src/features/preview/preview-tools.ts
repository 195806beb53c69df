import type { ReactNode } from 'react';

/** What can be done with the file besides looking at it, given by who shows the viewer. */
export interface PreviewTools {
  readonly run: (id: string) => void;
  readonly renderMenu: (menu: {
    readonly anchor: { readonly element: Element };
    readonly onAction: (id: string) => void;
    readonly onClose: () => void;
  }) => ReactNode;
  readonly dialogs: ReactNode;
}
