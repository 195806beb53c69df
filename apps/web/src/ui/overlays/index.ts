export { AlertDialog, Dialog, prefetchOverlays } from './lazy.tsx';
export { ContextMenu, type MenuAnchor, MenuButton } from './menu-button.tsx';
export type { MenuEntry } from './menu-entry.ts';
