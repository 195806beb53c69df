import type { NodeView } from '@coffer/contracts';
import { apiErrorOf, numberFact } from '../../../api/calls/error.ts';
import type { Placed } from '../../../api/node-changes.ts';
import { formatsOf } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { parentOf, showFailure, showRefusals } from '../actions/node-actions.ts';
import type { Mode, PlaceInput } from './placing.ts';
import { text } from './texts.ts';

export function placedMessage({ mode, nodes, target }: PlaceInput, placed: readonly Placed[]): string {
  const { name: folder } = target;
  const name = onlyName(nodes, placed);
  const done =
    name === undefined
      ? text(`place.${mode}.done`, { count: placed.length, folder })
      : text(placed[0]?.merged === undefined ? `place.${mode}.doneOne` : 'place.merged', { name, folder });
  const left = placed.reduce((sum, { merged }) => sum + (merged?.left ?? 0), 0);
  return left === 0
    ? done
    : `${done}. ${text(mode === 'copy' ? 'place.notCopied' : 'place.left', { count: left })}`;
}

/** The name of the item, if only one was placed. Taken from the original, whose name has no added number. */
function onlyName(nodes: readonly NodeView[], placed: readonly Placed[]): string | undefined {
  const [first] = placed;
  return placed.length === 1 ? nodes.find(({ id }) => id === first?.id)?.name : undefined;
}

export function showPlaceFailure(cause: unknown, { mode, nodes, target }: PlaceInput): void {
  const { size } = formatsOf(currentLocale());
  const error = apiErrorOf(cause);
  const fact = (name: string): number => numberFact(error, name) ?? 0;
  const sayWhy = (why: string): unknown =>
    showToast({ tone: 'danger', text: `${failedMessage(mode, nodes)} ${why}` });
  if (error.code === 'quota_exceeded') {
    const free = size(Math.max(0, fact('quota') - fact('used')));
    sayWhy(text('move.full', { folder: target.name, needed: size(fact('needed')), free }));
  } else showFailure(cause, failedMessage(mode, nodes), target.id);
}

/** Offers to ask for access: for a move on the parent of the refused items, for a copy on the target. */
export function showRefused(
  { mode, target }: Pick<PlaceInput, 'mode' | 'target'>,
  refused: readonly { readonly code: string; readonly node: NodeView | undefined }[],
): void {
  const nodes = refused.flatMap(({ node }) => (node === undefined ? [] : [node]));
  const codes = refused.map(({ code }) => code);
  showRefusals(failedMessage(mode, nodes), codes, mode === 'move' ? parentOf(nodes) : target.id);
}

function failedMessage(mode: Mode, nodes: readonly NodeView[]): string {
  const [first] = nodes;
  return nodes.length === 1 && first !== undefined
    ? text(`place.${mode}.failedOne`, { name: first.name })
    : text(`place.${mode}.failed`, { count: nodes.length });
}
