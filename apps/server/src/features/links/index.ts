export { findLinkToView, listInLink, type ViewableLink } from './manage/view-link.ts';
export { isCounted } from './model.ts';
export { listLinksReaching } from './manage/list-reaching.ts';
export { mayLink, mayRevoke } from './policy.ts';
export { foldersOfLink } from './requests/open-hand-in.ts';
export { notifyOfHandIns } from './requests/notify-of-hand-ins.ts';
export { type LiveLink, listLiveLinksOf } from './store/live-links.ts';
export { countLiveLinks } from './store/count-links.ts';
export { endCountedDownloads, sweepLinks } from './sweep-links.ts';
