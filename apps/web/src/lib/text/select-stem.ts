/** Selects the name without its extension, so that typing keeps the extension. */
export function selectStem(field: HTMLInputElement): void {
  const dot = field.value.lastIndexOf('.');
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
}
