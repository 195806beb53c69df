import { useStars } from '../../../api/stars/use-stars.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import type { RowContext } from '../columns.tsx';
import { useText } from '../texts.ts';

/** Stars are loaded after the first rows. */
export function useRowContext({ hasRows }: { readonly hasRows: boolean }): RowContext {
  const stars = useStars({ isEnabled: hasRows });
  return { text: useText(), formats: useFormats(), today: useToday(), stars };
}
