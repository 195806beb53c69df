import type { ReactNode } from 'react';

/** Actions on the file besides viewing it, given by the parent of the viewer. */
export interface PreviewTools {
  readonly run: (id: string) => void;
  readonly renderMenu: (menu: {
    readonly anchor: { readonly element: Element };
    readonly onAction: (id: string) => void;
    readonly onClose: () => void;
  }) => ReactNode;
  readonly dialogs: ReactNode;
}
