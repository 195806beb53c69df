/** Reads an own property of an unknown value, such as parsed JSON or a posted message. */
export function memberOf(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  return Object.entries(holder).find(([name]) => name === key)?.[1];
}
