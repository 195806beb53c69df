/** What the tabs of one browser tell each other. */
export type TabNews = 'signed_out' | 'signed_in';

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
    if (event.data === 'signed_out' || event.data === 'signed_in') listener(event.data);
  };
  const heard = open();
  heard?.addEventListener('message', handle);
  return () => heard?.removeEventListener('message', handle);
}
