export { AlertDialog, Dialog, LazyMenu, Panel, prefetchOverlays } from './lazy.tsx';
export { DialogActions } from './dialog-actions.tsx';
export type { MenuAnchor } from './context-menu.tsx';
export { MenuButton, type MenuSlot } from './menu-button.tsx';
export type { MenuEntry } from './menu-entry.ts';
