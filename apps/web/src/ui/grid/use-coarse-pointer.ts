import { useMedia } from '../../lib/use-media.ts';

export function useCoarsePointer(): boolean {
  return useMedia('(pointer: coarse)');
}
