import { useStars } from '../../../api/stars/use-stars.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import type { RowWords } from '../columns.tsx';
import { useText } from '../texts.ts';

/** Stars load after the first rows. */
export function useRowWords({ hasRows }: { readonly hasRows: boolean }): RowWords {
  const stars = useStars({ isEnabled: hasRows });
  return { text: useText(), formats: useFormats(), today: useToday(), stars };
}
