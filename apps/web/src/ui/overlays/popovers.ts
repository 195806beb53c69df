// One chunk for both overlays.
export { MenuOverlay } from './menu.tsx';
export { PanelOverlay } from './panel.tsx';
