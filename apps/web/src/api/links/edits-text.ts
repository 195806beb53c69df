import { isKindAccepted, type NodeView, type RequestKind } from '@coffer/contracts';
import { isEditableText } from '../text-kinds.ts';

/** Whether a guest can open the file in the editor, and the link accepts the saved file. */
export function editsText(
  { kinds }: { readonly kinds: readonly RequestKind[] },
  file: Pick<NodeView, 'kind' | 'name' | 'mediaType' | 'sizeBytes' | 'isDamaged'>,
): boolean {
  if (file.kind !== 'file' || file.isDamaged === true) return false;
  return isEditableText(file) && isKindAccepted(file.name, kinds);
}
