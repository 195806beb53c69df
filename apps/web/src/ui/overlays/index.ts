export { AlertDialog, Dialog, type DialogProps, prefetchOverlays, TooltipLayer } from './lazy.tsx';
export { ContextMenu, type MenuAnchor, MenuButton, type MenuEntry } from './menu-button.tsx';
