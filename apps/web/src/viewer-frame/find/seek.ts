import { Finder } from '../../lib/find/finder.ts';
import type { Drawing } from '../drawer.ts';
import type { FrameNews, FrameRequest } from '../protocol.ts';

type FindRequest = Extract<FrameRequest, { ask: 'find' | 'step' | 'end find' }>;

let finder: Finder | undefined;

export async function seek(
  request: FindRequest,
  drawing: Drawing,
  say: (news: FrameNews) => void,
): Promise<void> {
  const { body } = document;
  finder ??= new Finder({ root: body, scroller: body, places: drawing.places });
  if (request.ask === 'end find') finder.end();
  else if (request.ask === 'find') say({ say: 'found', ...(await finder.find(request.words)) });
  else say({ say: 'found', ...(await finder.step(request.by)) });
}
