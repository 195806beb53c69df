import type { ReactNode } from 'react';

/** Actions on the file other than viewing, provided by the component that opens the preview. */
export interface PreviewTools {
  readonly run: (id: string) => void;
  readonly renderMenu: (menu: {
    readonly anchor: { readonly element: Element };
    readonly onAction: (id: string) => void;
    readonly onClose: () => void;
  }) => ReactNode;
  readonly dialogs: ReactNode;
}
