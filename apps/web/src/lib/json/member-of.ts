/** An own member of parsed JSON or of a message, whatever it is. */
export function memberOf(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  return Object.entries(holder).find(([name]) => name === key)?.[1];
}
