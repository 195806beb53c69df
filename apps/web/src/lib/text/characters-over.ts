/** By how many characters the text is too long for the server, which trims it. Not above 0 if it fits. */
export function charactersOver(typed: string, lengthMax: number): number {
  return typed.trim().length - lengthMax;
}
