/** `ended`: a session has expired, so each tab asks the server whether it is still signed in. */
const NEWS = ['signed_out', 'signed_in', 'ended'] as const;
export type TabNews = (typeof NEWS)[number];

const NAME = 'coffer';
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined;
  channel ??= new BroadcastChannel(NAME);
  return channel;
}

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
