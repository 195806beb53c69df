import { lazy } from '../../ui/loading/lazy.tsx';

const loadPage = {
  home: () => import('../home.tsx'),
  rights: () => import('../rights.tsx'),
  past: () => import('../past.tsx'),
  activity: () => import('../activity.tsx'),
  transfers: () => import('../transfer/transfers.tsx'),
  trash: () => import('../trash.tsx'),
  search: () => import('../search/search.tsx'),
  shared: () => import('../shared/shared.tsx'),
  moments: () => import('../search/moments.tsx'),
  tagged: () => import('../search/tagged.tsx'),
  largest: () => import('../search/largest.tsx'),
  settings: () => import('../settings/routes.tsx'),
  administration: () => import('../administration/routes.tsx'),
};

export const HomeRoute = lazy(async () => ({ default: (await loadPage.home()).HomeRoute }));
export const RightsRoute = lazy(async () => ({ default: (await loadPage.rights()).RightsRoute }));
export const PastRoute = lazy(async () => ({ default: (await loadPage.past()).PastRoute }));
export const ActivityRoute = lazy(async () => ({ default: (await loadPage.activity()).ActivityRoute }));
export const TrashRoute = lazy(async () => ({ default: (await loadPage.trash()).TrashRoute }));
export const TransfersRoute = lazy(async () => ({ default: (await loadPage.transfers()).TransfersRoute }));
export const SearchRoute = lazy(async () => ({ default: (await loadPage.search()).SearchRoute }));
export const MomentsRoute = lazy(async () => ({ default: (await loadPage.moments()).MomentsRoute }));
export const TaggedRoute = lazy(async () => ({ default: (await loadPage.tagged()).TaggedRoute }));
export const LargestRoute = lazy(async () => ({ default: (await loadPage.largest()).LargestRoute }));
export const SharedRoute = lazy(async () => ({ default: (await loadPage.shared()).SharedRoute }));
export const AdministrationRoutes = lazy(async () => ({
  default: (await loadPage.administration()).AdministrationRoutes,
}));
export const SettingsRoutes = lazy(async () => ({ default: (await loadPage.settings()).SettingsRoutes }));

/** Loads the code of the page at this path. */
export async function prefetchPage(path: string): Promise<void> {
  await loaderOf(path)?.();
}

function loaderOf(path: string): (() => Promise<unknown>) | undefined {
  if (path.startsWith('/settings')) return loadPage.settings;
  if (path.startsWith('/home')) return loadPage.home;
  if (path.startsWith('/activity')) return loadPage.activity;
  if (path.startsWith('/transfers')) return loadPage.transfers;
  if (path.startsWith('/trash')) return loadPage.trash;
  if (path.startsWith('/shared')) return loadPage.shared;
  if (path.startsWith('/search')) return loadPage.search;
  if (path.startsWith('/tags/')) return loadPage.tagged;
  if (path.startsWith('/largest/')) return loadPage.largest;
  if (path.startsWith('/admin')) return loadPage.administration;
  if (path.startsWith('/recent') || path.startsWith('/starred')) return loadPage.moments;
  if (/^\/(nodes|see-as|webhooks)\//.test(path)) return loadPage.rights;
  return undefined;
}
