import { useMedia } from '../../lib/hooks/use-media.ts';

export function useCoarsePointer(): boolean {
  return useMedia('(pointer: coarse)');
}
