import type { GridBaseProps } from './grid-types.ts';

export function rowFacts<Row>(props: GridBaseProps<Row>, index: number) {
  const { rowLabel, rowName, rowHref } = props;
  const row = props.getRow(index);
  const isEdited = row !== undefined && index === props.editingIndex;
  const editor = isEdited ? props.renderEditor?.(row, index) : undefined;
  return { row, rowLabel, rowName, editor, ...(rowHref === undefined ? {} : { rowHref }) };
}
