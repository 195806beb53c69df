export { NoLongerShared } from './no-longer-shared.tsx';
export { SharedHead } from './shared-head.tsx';
export { SharedItems } from './shared-items.tsx';
export { SharedTabs, useSharedTitle } from './shared-tabs.tsx';
export { isLinksAddress, type SharedAddress, parseShared, sharedAddress } from './shared-address.ts';
export { type SharedItem, useSharedPages } from './use-shared-pages.ts';
