import type { NodeId } from '@coffer/contracts';
import { ItemPath } from '../../ui/page/item-path.tsx';
import { useText } from './texts.ts';

interface PastPathProps {
  readonly path: readonly { readonly id: NodeId; readonly name: string }[];
  /** Undefined if the first folder is not the root of a space. */
  readonly rootName: string | undefined;
  readonly hrefOf: (id: NodeId) => string;
}

/** The folders above, which also open as they were. */
export function PastPath({ path, rootName, hrefOf }: PastPathProps) {
  const text = useText();
  const steps = path.map(({ id, name }, index) => ({
    key: id,
    name: index === 0 ? (rootName ?? name) : name,
    href: hrefOf(id),
  }));
  return <ItemPath label={text('past.path')} steps={steps} />;
}
