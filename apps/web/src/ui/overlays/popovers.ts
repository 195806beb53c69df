// One chunk instead of five.
export { MenuOverlay } from './menu.tsx';
export { PanelOverlay } from './panel.tsx';
