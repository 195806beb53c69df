import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const OWN_DIRECTION = Decoration.line({ attributes: { dir: 'auto' } });

/** Each line has the direction of its first strong character. */
export const lineDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = visibleLines(view);
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = visibleLines(view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

function visibleLines({ visibleRanges, state }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  let lastFrom = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      if (line.from > lastFrom) lines.add(line.from, line.from, OWN_DIRECTION);
      lastFrom = line.from;
      at = line.to + 1;
    }
  }
  return lines.finish();
}
