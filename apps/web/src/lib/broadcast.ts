/**
 * What the tabs of one browser tell each other: somebody signed out, somebody signed in, or a session was found to have ended by
 * itself, which each tab asks the server about.
 */
const NEWS = ['signed_out', 'signed_in', 'ended'] as const;
export type TabNews = (typeof NEWS)[number];

const NAME = 'coffer';
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined;
  channel ??= new BroadcastChannel(NAME);
  return channel;
}

/** Tells every other tab of this browser; this tab does not hear itself. */
export function tellTabs(news: TabNews): void {
  open()?.postMessage(news);
}

export function onTabNews(listener: (news: TabNews) => void): () => void {
  const handle = (event: MessageEvent<unknown>): void => {
    const news = NEWS.find((each) => each === event.data);
    if (news !== undefined) listener(news);
  };
  const heard = open();
  heard?.addEventListener('message', handle);
  return () => heard?.removeEventListener('message', handle);
}
