import { memberOf } from '../../../lib/json/member-of.ts';
import { isLeadingAddress } from './open-address.ts';
import type { DrawRefusal, FrameNews, OutlineStep } from '../../../viewer-frame/protocol.ts';

const STEPS_MAX = 2_000;
const WORDS_MAX = 200;
const REFUSALS: readonly DrawRefusal[] = ['damaged', 'encrypted', 'large'];

/** The frame draws untrusted content, so its messages are parsed as untrusted too. */
export function readNews(data: unknown): FrameNews | undefined {
  switch (memberOf(data, 'say')) {
    case 'drawn':
      return {
        say: 'drawn',
        count: countOf(memberOf(data, 'count')),
        outline: outlineOf(memberOf(data, 'outline')),
        remote: countOf(memberOf(data, 'remote')),
      };
    case 'refused': {
      const why = REFUSALS.find((known) => known === memberOf(data, 'why')) ?? 'damaged';
      return { say: 'refused', why };
    }
    case 'at':
      return { say: 'at', place: countOf(memberOf(data, 'place')) };
    case 'height':
      return { say: 'height', pixels: countOf(memberOf(data, 'pixels')) };
    case 'found':
      return {
        say: 'found',
        current: countOf(memberOf(data, 'current')),
        total: countOf(memberOf(data, 'total')),
        isMore: memberOf(data, 'isMore') === true,
      };
    case 'unprinted':
      return { say: 'unprinted' };
    case 'open': {
      const address = memberOf(data, 'address');
      return typeof address === 'string' && isLeadingAddress(address) ? { say: 'open', address } : undefined;
    }
    case 'key': {
      const key = memberOf(data, 'key');
      return typeof key === 'string'
        ? { say: 'key', key, isControl: memberOf(data, 'isControl') === true }
        : undefined;
    }
    default:
      return undefined;
  }
}

function outlineOf(value: unknown): readonly OutlineStep[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, STEPS_MAX).flatMap((step: unknown) => {
    const text = memberOf(step, 'text');
    if (typeof text !== 'string') return [];
    const place = countOf(memberOf(step, 'place'));
    return [{ place, depth: countOf(memberOf(step, 'depth')), text: text.slice(0, WORDS_MAX) }];
  });
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
