// One chunk: apart, they would be loaded as five.
export { MenuOverlay } from './menu.tsx';
export { PanelOverlay } from './panel.tsx';
