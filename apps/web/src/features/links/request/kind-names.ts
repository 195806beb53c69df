import type { RequestKind } from '@coffer/contracts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { useText } from './texts.ts';

/** `Pictures, PDF and documents` */
export function useKindNames(): (kinds: readonly RequestKind[]) => string {
  const text = useText();
  return (kinds) =>
    new Intl.ListFormat(currentLocale()).format(kinds.map((kind) => text(`request.kind.${kind}`)));
}
