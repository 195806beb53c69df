import { isNodeId, type NodeView } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { onWipe } from '../../../lib/wipe.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import type { Begun } from './aim.ts';
import { text } from './texts.ts';

/** Only windows of this origin receive its messages, so no other page can name the moved items. */
const CHANNEL = 'coffer-drag';
/** Another window may request the items after the drag has ended here. */
const KEPT_MS = MINUTE_MS;
const ANSWER_MS = 10 * SECOND_MS;

let endLoan = (): void => undefined;

onWipe(() => endLoan());

/** Answers other windows that request the dragged items. Returns a function that stops this after a delay. */
export function lend({ dragId, read }: NonNullable<Begun['lent']>): () => void {
  endLoan();
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  let timer: ReturnType<typeof setTimeout> | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (memberOf(data, 'asked') === dragId) void answer();
  });
  const answer = async (): Promise<void> => {
    const [nodes] = await Promise.allSettled([read()]);
    channel.postMessage({ lent: dragId, nodes: nodes.status === 'fulfilled' ? nodes.value : [] });
  };
  endLoan = () => {
    clearTimeout(timer);
    channel.close();
  };
  return () => {
    timer = setTimeout(endLoan, KEPT_MS);
  };
}

/** Resolves to no items, and shows a toast, if the other window answers with no items or not at all. */
export async function borrow(dragId: string): Promise<readonly NodeView[]> {
  const channel = new BroadcastChannel(CHANNEL);
  const { promise, resolve } = Promise.withResolvers<readonly NodeView[]>();
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const nodes = memberOf(data, 'nodes');
    if (memberOf(data, 'lent') === dragId && isNodes(nodes)) resolve(nodes);
  });
  const timer = setTimeout(() => resolve([]), ANSWER_MS);
  channel.postMessage({ asked: dragId });
  const nodes = await promise;
  clearTimeout(timer);
  channel.close();
  if (nodes.length === 0) showToast({ tone: 'danger', text: text('drop.gone') });
  return nodes;
}

function isNodes(value: unknown): value is readonly NodeView[] {
  return Array.isArray(value) && value.every((node) => isNodeId(memberOf(node, 'id')));
}

function memberOf(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}
