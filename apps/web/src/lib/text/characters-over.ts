/** More than 0: too long for the server, which trims. */
export function charactersOver(typed: string, lengthMax: number): number {
  return typed.trim().length - lengthMax;
}
