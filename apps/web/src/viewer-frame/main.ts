import '../ui/tokens.css';
import './viewer-frame.css';
import { type Drawing, Refused } from './drawer.ts';
import { DRAWERS } from './drawers.ts';
import { seek } from './find/seek.ts';
import { listenToHand } from './hand.ts';
import { printWhole } from './print-whole.ts';
import { type DrawRequest, FRAME_READY, type FrameNews, type FrameRequest, type Look } from './protocol.ts';

let drawing: Promise<Drawing | undefined> | undefined;

addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || data !== FRAME_READY || port === undefined || drawing !== undefined) return;
  const say = (news: FrameNews): void => port.postMessage(news);
  port.onmessage = ({ data: request }: MessageEvent<FrameRequest>) => void answer(request, say);
  listenToHand(document, say);
});

parent.postMessage(FRAME_READY, '*');

async function answer(request: FrameRequest, say: (news: FrameNews) => void): Promise<void> {
  switch (request.ask) {
    case 'draw':
      drawing ??= drawOrRefuse(request, say);
      break;
    case 'look':
      wear(request.look);
      break;
    case 'scale':
      (await drawing)?.scale?.(request.scale);
      break;
    case 'go':
      (await drawing)?.go?.(request.place);
      break;
    case 'print': {
      const drawn = await drawing;
      if (drawn === undefined) break;
      const [printed] = await Promise.allSettled([printWhole(drawn)]);
      if (printed.status === 'rejected') say({ say: 'unprinted' });
      break;
    }
    case 'find':
    case 'step':
    case 'end find': {
      const drawn = await drawing;
      if (drawn !== undefined) await seek(request, drawn, say);
      break;
    }
  }
}

async function drawOrRefuse(
  request: DrawRequest,
  say: (news: FrameNews) => void,
): Promise<Drawing | undefined> {
  wear(request.look);
  const [end] = await Promise.allSettled([draw(request, say)]);
  if (end.status === 'rejected') {
    say({ say: 'refused', why: end.reason instanceof Refused ? end.reason.why : 'damaged' });
    return undefined;
  }
  const { count, outline = [], remote = 0 } = end.value;
  say({ say: 'drawn', count, outline, remote });
  return end.value;
}

async function draw(request: DrawRequest, say: (news: FrameNews) => void): Promise<Drawing> {
  const drawer = await DRAWERS[request.drawer]();
  return await drawer({ ...request, desk: document.body, say });
}

function wear({ locale, direction, theme }: Look): void {
  const { documentElement: root } = document;
  root.lang = locale;
  root.dir = direction;
  if (theme === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
