import type { GridGroups } from '../grid-types.ts';
import type { GridViewport } from '../use-grid-viewport.ts';
import { GroupHeading } from './group-heading.tsx';
import { type GroupLines, groupLines, type GroupWords, type RowGroup } from './group-lines.ts';

/** Creates the `groups` of a grid from the groups of a list in its current order. */
export function gridGroups(
  groups: readonly RowGroup[],
  rowCount: number,
  words: GroupWords,
): GridGroups | undefined {
  const lines = groupLines(
    groups.map(({ count }) => count),
    rowCount,
  );
  if (lines === undefined) return undefined;
  return {
    lineCount: lines.lineCount,
    lineOf: lines.lineOf,
    indexAt: lines.indexAt,
    viewportOf: (viewport) => inRows(viewport, lines),
    headingBefore: (index, place) => {
      const group = lines.groupOf(index);
      if (index !== Math.max(group.first, place.firstShown)) return null;
      return (
        <GroupHeading
          key={`group ${group.at}`}
          {...place}
          group={group}
          groups={groups}
          words={words}
          onGoTo={(at) => {
            const first = groups.slice(0, at).reduce((sum, { count }) => sum + count, 0);
            const { headingLine } = lines.groupOf(first);
            place.lines.shift(headingLine - place.lines.scrollTop() / place.lines.geometry.rowHeight);
            place.onGo(first);
          }}
        />
      );
    },
  };
}

/** Converts a viewport in lines to one in rows. */
function inRows(viewport: GridViewport, lines: GroupLines): GridViewport {
  const { first, last, offset } = viewport.shown;
  return {
    ...viewport,
    shown: last < first ? viewport.shown : { first: lines.indexAt(first), last: lines.indexAt(last), offset },
    reveal: (index) => {
      const line = lines.lineOf(index);
      viewport.reveal(line);
      // The sticky heading covers the first visible line, so one more line is revealed.
      viewport.reveal(line - 1);
    },
  };
}
